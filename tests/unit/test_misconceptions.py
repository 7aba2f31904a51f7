"""What several topics tell alike is stated once, in `checks.misconceptions`, and a key has one kind."""

from collections import Counter, defaultdict
from importlib import import_module

from autograder import topics
from autograder.checks import checking, contract, loading, misconceptions

SHARED = {
    name: value
    for name, value in vars(misconceptions).items()
    if isinstance(value, misconceptions.SharedMisconception)
}


def told() -> Counter:
    """Each text of the topics' mistakes, and how many topics have it."""
    catalogues = [loading.suite(topic).misconceptions.values() for topic in topics.topics()]
    return Counter(text for catalogue in catalogues for text in {mistake.text for mistake in catalogue})


def test_a_text_of_several_topics_is_a_shared_one_or_of_the_house_rules():
    several = {text for text, count in told().items() if count > 1}
    shared = {shared.text for shared in SHARED.values()}
    assert several <= shared | {mistake.text for mistake in contract.MISTAKES.values()}
    assert shared <= set(told())


def test_a_topic_adds_the_section_to_read():
    mistake = misconceptions.STD_IGNORED.read_at("lookup-the-identity")
    assert mistake == checking.Misconception(
        "a fixed 0.02", "The argument std has no effect.", "lookup-the-identity"
    )


def kinds() -> dict[str, dict[str, str]]:
    """The kind of each mistake, by key and topic."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for topic in topics.topics():
        module = import_module(f"autograder.assignments.{topic.replace('-', '_')}.mistakes")
        for kind in ("MATTER", "CONTRACT", "DEVICE", "COST"):
            for key in getattr(module, kind, {}):
                found[key][topic] = kind
    return found


def test_a_mistake_of_several_topics_has_one_kind():
    assert {key: of for key, of in kinds().items() if len(set(of.values())) > 1} == {}


def test_three_mistakes_in_four_are_the_matter_of_their_chapter():
    for topic in topics.topics():
        own = Counter(of[topic] for of in kinds().values() if topic in of)
        rules = {mistake for check in loading.suite(topic).checks for mistake in rules_of(check)}
        assert own["MATTER"] >= 0.75 * (own.total() + len(rules)), (topic, own, len(rules))


def rules_of(check: checking.Check) -> dict:
    """The mistakes of the house rules that a check names."""
    asked = getattr(check.body, "rules", None)
    return asked.mistakes if asked else {}
