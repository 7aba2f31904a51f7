"""What several topics tell alike is stated once, in `checks.misconceptions`."""

from collections import Counter

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
