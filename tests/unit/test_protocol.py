"""The closed grammar: what may cross does, unchanged; whatever else arrives is refused."""

import json
import struct

import numpy as np
import pytest
import torch
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp

from autograder.sandboxed import protocol


def crossed(value):
    reader = protocol.Reader()
    reader.feed(protocol.encode(value))
    found, result = reader.next()
    assert found
    return result


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**50), 10**50) | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(plain)
def test_plain_values_cross_unchanged(value):
    result = crossed(value)
    assert result == value and type(result) is type(value)


@given(
    hnp.arrays(
        st.sampled_from(["bool", "int8", "int64", "uint8", "float16", "float32", "float64"]),
        hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
    )
)
def test_arrays_cross_bit_by_bit(values):
    result = crossed(values)
    assert result.values.dtype == values.dtype and result.values.shape == values.shape
    assert result.values.tobytes() == np.ascontiguousarray(values).tobytes()


@given(hnp.arrays(np.float32, 20, elements=st.floats(width=32, allow_nan=True)))
def test_bfloat16_rounds_as_torch_does(values):
    ours = protocol.from_bfloat16_bits(protocol.to_bfloat16_bits(values))
    theirs = torch.from_numpy(values).to(torch.bfloat16).float().numpy()
    np.testing.assert_array_equal(ours, theirs)


def test_what_stays_behind_crosses_as_a_name():
    array = protocol.Array(np.ones(2, np.float32), "torch", "bfloat16", "standin", grad=True)
    for value in (
        protocol.Handle(3, "Module"),
        protocol.Callback("f"),
        protocol.Failure(("ValueError",), "no"),
    ):
        assert crossed(value) == value
    back = crossed(array)
    assert (back.kind, back.dtype, back.device, back.grad) == ("torch", "bfloat16", "standin", True)


@pytest.mark.parametrize("value", [object(), {1, 2}, b"bytes", np.array([object()]), lambda: 0])
def test_nothing_else_is_sent(value):
    with pytest.raises(TypeError):
        protocol.encode(value)


@given(st.binary(max_size=200), st.binary(max_size=50))
def test_noise_is_refused_or_is_a_value_of_the_grammar(header, payload):
    try:
        protocol.decode(header, payload)
    except protocol.ProtocolError:
        pass


json_noise = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda x: (
        st.lists(x, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "int",
                    "float",
                    "list",
                    "tuple",
                    "dict",
                    "array",
                    "shape",
                    "kind",
                    "device",
                    "handle",
                    "failure",
                    "message",
                    "callback",
                ]
            ),
            x,
            max_size=5,
        )
    ),
    max_leaves=10,
)


@given(json_noise)
def test_well_formed_json_of_the_wrong_shape_is_refused(tree):
    try:
        protocol.decode(json.dumps(tree).encode(), b"")
    except protocol.ProtocolError:
        pass


def test_limits_hold():
    deep = b'{"list":[' * 5000 + b"]}" * 5000
    for header in (deep, b'{"list":[' + b"null," * 20_000 + b"null]}", b'{"int": "' + b"9" * 9000 + b'"}x'):
        with pytest.raises(protocol.ProtocolError):
            protocol.decode(header, b"")
    reader = protocol.Reader()
    reader.feed(struct.pack("<II", 10, 1 << 31))
    with pytest.raises(protocol.ProtocolError, match="over the limit"):
        reader.next()
    with pytest.raises(protocol.ProtocolError, match="do not match"):
        protocol.decode(b'{"array":"float64","shape":[1000000],"kind":"numpy","device":"cpu"}', b"12345678")


def test_a_message_may_come_in_pieces():
    data, reader = protocol.encode([1, np.arange(5)]), protocol.Reader()
    for byte in data[:-1]:
        reader.feed(bytes([byte]))
        assert reader.next() == (False, None)
    reader.feed(data[-1:] + protocol.encode("next"))
    assert reader.next()[1][0] == 1
    assert reader.next() == (True, "next")
