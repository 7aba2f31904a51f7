"""nbgrader's plugin for late work, with the rule of `course.toml`."""

from nbgrader.plugins import LateSubmissionPlugin
from traitlets import Float, Unicode

from autograder.settings.course_toml import Late

DAY = 86_400  # seconds


class CourseLatePenalty(LateSubmissionPlugin):
    """Takes off all points of late work, or a share for each day that has begun."""

    rule = Unicode("none", help="none, zero or per-day").tag(config=True)
    per_day = Float(Late.per_day, help="share of the points for each day that has begun").tag(config=True)
    grace = Float(0.0, help="seconds after the due date that cost nothing").tag(config=True)

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        """Return the points to take off; None for none."""
        late = total_seconds_late - self.grace
        if late <= 0 or self.rule == "none":
            return None
        if self.rule == "zero":
            return score
        return round(min(score, self.per_day * -(-late // DAY) * score), 2)


def configure(config, late: Late) -> None:
    """Put the rule, if there is one, into nbgrader's settings, unless they name a plugin already."""
    if late.rule != "none" and "plugin_class" not in config.AssignLatePenalties:
        config.AssignLatePenalties.plugin_class = CourseLatePenalty
        config.CourseLatePenalty.rule = late.rule
        config.CourseLatePenalty.per_day = late.per_day
        config.CourseLatePenalty.grace = late.grace.total_seconds()
