"""Small calls that a student is shown where a check of `memory` fails."""

from autograder.assignments.memory.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
embedding_parameters(2, 3) -> 6
    matrices: tied is the default, and there is one matrix of two rows of three numbers
embedding_parameters(2, 3, tied=False) -> 12
    matrices: the output has a matrix of 6 numbers beside the table of 6
embedding_parameters(2**40, 2**23) -> 2**63
    matrices: 2**40 rows have 2**23 numbers each, and an int is exact at any size
embedding_parameters(2, 3, positions=1) -> 9
    extras: beside the table of 6 a position has a row of three numbers
embedding_parameters(2, 3, segments=1) -> 9
    extras: beside the table of 6 a segment has a row of three numbers
embedding_parameters(2, 3, output_bias=True) -> 8
    extras: tied too, the bias has a number for each of the two tokens
embedding_parameters(2, 3, tied=False, output_bias=True) -> 14
    extras: two matrices of 6, and one bias with a number for each of the two tokens
embedding_parameters(2, 3, tied=False, positions=1) -> 15
    extras: two matrices of 6, and one row of three numbers for the position
embedding_parameters(2, True) raises TypeError
    errors: a truth value is no size
embedding_parameters(2, 3.0) raises TypeError
    errors: 3.0 is a float, and sizes are of type int
embedding_parameters(2, -3) raises ValueError
    errors: no row has -3 numbers
embedding_parameters(0, 3) raises ValueError
    errors: a table has a row or more
embedding_parameters(2, 3, positions=-1) raises ValueError
    errors: there are no -1 positions
embedding_parameters(2, 3, segments=-1) raises ValueError
    errors: there are no -1 segments
embedding_parameters(2, 3, positions=0.0) raises TypeError
    errors: 0.0 is a float, though it is 0
embedding_parameters(np.int64(2), 3) raises TypeError
    errors: an integer of NumPy is not of type int
embedding_parameters(2, 3, positions=0, segments=0) -> 6
    errors: tables of 0 rows are allowed, and add nothing

embedding_share(2, 3, 60, True) -> (0.1, 0.1)
    tied: the one matrix has 6 of the 60 parameters, counted either way
embedding_share(2, 3, 60, False) -> (0.1, 0.2)
    untied: one matrix has 6 of the 60 parameters, and both together have 12 of them
embedding_share(2, True, 60, True) raises TypeError
    errors: a truth value is no size
embedding_share(2, 3, 60.0, True) raises TypeError
    errors: 60.0 is a float, and sizes are of type int
embedding_share(2, -3, 60, True) raises ValueError
    errors: no row has -3 numbers
embedding_share(2, 0, 60, True) raises ValueError
    errors: a row has one number or more
embedding_share(2, 3, 5, True) raises ValueError
    errors: 5 parameters do not hold a matrix of 6
embedding_share(2, 3, 11, False) raises ValueError
    errors: 11 parameters do not hold two matrices of 6
embedding_share(2, 3, 6, True) -> (1.0, 1.0)
    errors: a model may consist of its table alone
embedding_share(2, 3, 12, False) -> (0.5, 1.0)
    errors: a model may consist of its two matrices alone
embedding_share(0, 3, 60, True) raises ValueError
    errors: a table has a row or more
embedding_share(np.int64(2), 3, 60, True) raises TypeError
    errors: an integer of NumPy is not of type int
embedding_share(10**160, 10**160, 10**321, True) -> (0.1, 0.1)
    tied: the numbers may be larger than every float, and their quotient is not
embedding_share(10**160, 10**160, 10**321, False) -> (0.1, 0.2)
    untied: the numbers may be larger than every float, and their quotients are not

table_bytes(2, 3, "float32") -> 24
    dtypes, tied: six numbers have 4 bytes each
table_bytes(2, 3) -> 12
    dtypes: six numbers of bfloat16, the default, have 2 bytes each
table_bytes(2, 3, "int64") -> 48
    dtypes: six numbers have 8 bytes each
table_bytes(2, 3, "int8") -> 6
    dtypes: six numbers have 1 byte each
table_bytes(2**40, 2**20, "float64") -> 2**63
    dtypes: 2**60 numbers have 8 bytes each, and an int is exact at any size
table_bytes(2, 3, "float32", tied=False) -> 48
    tied: the output has a matrix of 24 bytes beside the table of 24
table_bytes(1, 3, "int4") -> 2
    packing: three halves of a byte fill one byte and begin another
table_bytes(2, 3, "int4") -> 3
    packing: six halves of a byte are three bytes, also if a row ends in the middle of one
table_bytes(1, 3, "int4", tied=False) -> 4
    packing: each of the two arrays has three halves of a byte, and takes 2 whole bytes of its own
table_bytes(2, True) raises TypeError
    errors: a truth value is no size
table_bytes(2, 3.0) raises TypeError
    errors: 3.0 is a float, and sizes are of type int
table_bytes(2, -3) raises ValueError
    errors: no row has -3 numbers
table_bytes(0, 3) raises ValueError
    errors: a table has a row or more
table_bytes(2, 3, "uint8") raises ValueError
    errors: uint8 is not in the list of dtypes
table_bytes(np.int64(2), 3) raises TypeError
    errors: an integer of NumPy is not of type int

[format_bytes]
first = format_bytes(8_000_000); format_bytes(8_000_000) == first -> True
    decimal, binary, edges: equal calls give equal texts

format_bytes(7) -> "7 B"
    decimal, binary, edges: plain bytes are whole, and have no digits after the point
format_bytes(2500) -> "2.50 kB"
    decimal: one kB is 1000 bytes, and the number has two digits after the point
format_bytes(7_000_000) -> "7.00 MB"
    decimal, edges: one MB is 1000 times 1000 bytes, and zeros after the point are written too
format_bytes(2560, True) -> "2.50 KiB"
    binary: one KiB is 1024 bytes, and the number has two digits after the point
format_bytes(1010, True) -> "1010 B"
    binary: it is less than one KiB, 1024 bytes, and plain bytes have no digits after the point
format_bytes(1000) -> "1.00 kB"
    edges: it is exactly one kB, and one whole is enough for the unit
format_bytes(1024, True) -> "1.00 KiB"
    edges: it is exactly one KiB, and one whole is enough for the unit
format_bytes(999_998) -> "1000.00 kB"
    edges: it is 999.998 kB, less than one MB; rounded to nearest, the number is 1000.00, without a comma
format_bytes(3 * 10**18) -> "3000.00 PB"
    edges: there is no unit above PB
format_bytes(10**15 - 2) -> "1000.00 TB"
    edges: it is two bytes less than a petabyte
format_bytes(10**21) -> "1000000.00 PB"
    edges: this number is still allowed, and there is no unit above PB
format_bytes(1_134_600) -> "1.13 MB"
    decimal: 1.1346 is closer to 1.13 than to 1.14
format_bytes(1_189_714, True) -> "1.13 MiB"
    binary: it is 1.1346 MiB, which is closer to 1.13 than to 1.14
format_bytes(1010 * 1024, True) -> "1010.00 KiB"
    binary: it is less than one MiB, and nothing separates the thousands
format_bytes(True) raises TypeError
    errors: a truth value is no number of bytes
format_bytes(7.0) raises TypeError
    errors: 7.0 is a float, and bytes are of type int
format_bytes(-7) raises ValueError
    errors: there are no -7 bytes
format_bytes(np.int64(8)) raises TypeError
    errors: an integer of NumPy is not of type int
format_bytes(0) -> "0 B"
    edges, errors: 0 is an amount like any other, and plain bytes have no digits after the point

activation_bytes(1, 1, 1, 1) -> (8, 2, 2)
    ids, vectors: the id, int64, has 8 bytes; the numbers of vector and logits, bfloat16, have 2
activation_bytes(1, 1, 1, 1, dtype="float32") -> (8, 4, 4)
    ids, vectors: float32 is the dtype of the vector and of the logit, and the id keeps its 8 bytes
activation_bytes(1, 1, 1, 1, id_dtype="int32") -> (4, 2, 2)
    ids: an id of int32 has 4 bytes
activation_bytes(2, 1, 1, 1) -> (16, 4, 4)
    ids, vectors: two texts of one token have twice the bytes of one
activation_bytes(1, 2, 3, 5) -> (16, 12, 20)
    ids, vectors: for each of two tokens there is an id, a vector of 3 numbers, and 5 logits
activation_bytes(1, 1, 3, 5, "int4") -> (8, 2, 3)
    packing: the id has 8 bytes; three halves of a byte take 2, and five of them take 3
activation_bytes(1, 2, 3, 5, "int4") -> (16, 3, 5)
    packing: the vectors are two times 3 halves of a byte together, and the logits two times 5
activation_bytes(1, 1, True, 1) raises TypeError
    errors: a truth value is no size
activation_bytes(1, 1, 1.0, 1) raises TypeError
    errors: 1.0 is a float, and sizes are of type int
activation_bytes(1, 1, -1, 1) raises ValueError
    errors: no vector has -1 numbers
activation_bytes(0, 1, 1, 1) raises ValueError
    errors: there is one text or more
activation_bytes(1, 0, 1, 1) raises ValueError
    errors: there is one token or more
activation_bytes(1, 1, 1, 0) raises ValueError
    errors: the vocabulary has one token or more
activation_bytes(1, 1, np.int64(1), 1) raises TypeError
    errors: an integer of NumPy is not of type int
activation_bytes(1, 1, 1, 1, "uint8") raises ValueError
    errors: uint8 is not in the list of dtypes
activation_bytes(1, 1, 1, 1, id_dtype="float64") raises ValueError
    errors: ids are int64 or int32
activation_bytes(1, 1, 1, 1, id_dtype="int") raises ValueError
    errors: there is no such dtype, though others begin like this

kv_cache_bytes(1, 1, 1, 1, 1) -> 4
    values: there is one key and one value, each a number of 2 bytes
kv_cache_bytes(3, 1, 1, 1, 1) -> 12
    values: each of three layers has 4 bytes of its own
kv_cache_bytes(1, 3, 1, 1, 1) -> 12
    values: each of three key-value heads has a key and a value of its own
kv_cache_bytes(1, 1, 1, 2, 3) -> 24
    values: two texts of three tokens have six keys and six values
kv_cache_bytes(1, 1, 1, 1, 1, "float32") -> 8
    dtypes: the key and the value have 4 bytes each
kv_cache_bytes(1, 1, 1, 1, 1, "int8") -> 2
    dtypes: the key and the value have 1 byte each
kv_cache_bytes(2, 3, 1, 1, 1, "float64") -> 96
    dtypes: two layers with three heads each have six keys and six values, of 8 bytes
kv_cache_bytes(1, 1, 3, 1, 1, "int4") -> 4
    packing: each of the two arrays has three halves of a byte, and takes 2 whole bytes of its own
kv_cache_bytes(2, 2, 3, 1, 1, "int4") -> 12
    packing: each of four arrays has two rows of three halves of a byte, which take 3 bytes together
kv_cache_bytes(1, 1, True, 1, 1) raises TypeError
    errors: a truth value is no size
kv_cache_bytes(1, 1, 1.0, 1, 1) raises TypeError
    errors: 1.0 is a float, and sizes are of type int
kv_cache_bytes(1, 1, -1, 1, 1) raises ValueError
    errors: no key has -1 numbers
kv_cache_bytes(0, 1, 1, 1, 1) raises ValueError
    errors: there is one layer or more
kv_cache_bytes(1, 0, 1, 1, 1) raises ValueError
    errors: there is one head or more
kv_cache_bytes(1, 1, 1, 0, 1) raises ValueError
    errors: there is one text or more
kv_cache_bytes(1, 1, 1, 1, 0) raises ValueError
    errors: there is one token or more
kv_cache_bytes(1, 1, 1, np.int64(1), 1) raises TypeError
    errors: an integer of NumPy is not of type int
kv_cache_bytes(1, 1, 1, 1, 1, "uint8") raises ValueError
    errors: uint8 is not in the list of dtypes

training_bytes(1, "sgd") -> (4, 4, 0, 0)
    plain, states: weight and gradient have 4 bytes each, and nothing else is kept
training_bytes(1, "sgd", mixed=True) -> (2, 2, 4, 0)
    mixed: weight and gradient have 2 bytes each, and the master copy of the weight has 4
training_bytes(3, "sgd", mixed=True) -> (6, 6, 12, 0)
    mixed: three parameters need three times the bytes of one
training_bytes(1, "momentum") -> (4, 4, 0, 4)
    plain, states: one number of 4 bytes is remembered for each parameter
training_bytes(1, "adagrad") -> (4, 4, 0, 4)
    states: one number of 4 bytes is remembered for each parameter
training_bytes(1, "adam") -> (4, 4, 0, 8)
    states: two numbers of 4 bytes are remembered for each parameter
training_bytes(1, "adam", mixed=True) -> (2, 2, 4, 8)
    states: the two numbers that are remembered have 4 bytes each, mixed or not
training_bytes(True, "sgd") raises TypeError
    errors: a truth value is no number of parameters
training_bytes(1.0, "sgd") raises TypeError
    errors: 1.0 is a float, and sizes are of type int
training_bytes(-1, "sgd") raises ValueError
    errors: there are no -1 parameters
training_bytes(0, "sgd") raises ValueError
    errors: one parameter or more is trained
training_bytes(1, "adamw") raises ValueError
    errors: adamw is not in the list of optimizers
training_bytes(np.int64(1), "sgd") raises TypeError
    errors: an integer of NumPy is not of type int

largest_vocabulary(6, 1) -> 3
    tied, untied, multiple: three rows of one bfloat16 fill the 6 bytes
largest_vocabulary(5, 1) -> 2
    tied: a third row does not fit as a whole
largest_vocabulary(24, 3, "float32") -> 2
    tied: two rows of three numbers, each of 4 bytes, fill the 24 bytes
largest_vocabulary(3, 3, "int4") -> 2
    tied: two rows are six halves of a byte, which fill the 3 bytes
largest_vocabulary(12, 1, tied=False) -> 3
    untied: two matrices of three rows have 6 bytes each
largest_vocabulary(1, 1, "int4", tied=False) -> 0
    untied: two matrices of one row need a whole byte each
largest_vocabulary(14, 1, multiple=4) -> 4
    multiple: seven rows fit, and 4 is the largest multiple of 4 up to there
largest_vocabulary(6, 1, multiple=4) -> 0
    multiple: three rows fit, and up to there 0 is the only multiple of 4
largest_vocabulary(12, 1, tied=False, multiple=2) -> 2
    multiple: two matrices of three rows fit, and 2 is the largest multiple of 2 up to there
largest_vocabulary(6, True) raises TypeError
    errors: a truth value is no size
largest_vocabulary(6.0, 1) raises TypeError
    errors: 6.0 is a float, and sizes are of type int
largest_vocabulary(-6, 1) raises ValueError
    errors: there are no -6 bytes
largest_vocabulary(6, 0) raises ValueError
    errors: a row has one number or more
largest_vocabulary(6, np.int64(1)) raises TypeError
    errors: an integer of NumPy is not of type int
largest_vocabulary(6, 1, "uint8") raises ValueError
    errors: uint8 is not in the list of dtypes
largest_vocabulary(0, 1) -> 0
    tied, errors: a budget of 0 bytes is allowed, and holds no row

roofline_seconds(60, 20, 10, 5) -> 6.0
    times: computing takes 6 seconds, and moving takes 4 at the same time
roofline_seconds(20, 60, 10, 5) -> 12.0
    times: moving takes 12 seconds, and computing takes 2 at the same time
roofline_seconds(0, 20, 10, 5) -> 4.0
    nothing: nothing is computed, and moving takes 4 seconds
roofline_seconds(60, 0, 10, 5) -> 6.0
    nothing: nothing is moved, and computing takes 6 seconds
roofline_seconds(0, 0, 10, 5) -> 0.0
    nothing: where there is nothing to do it takes no time
roofline_seconds(60.0, 20.0, 10, 5) -> 6.0
    times, nothing, errors: the amounts may be floats
roofline_seconds(-60, 20, 10, 5) raises ValueError
    errors: there are no -60 operations
roofline_seconds(60, -20, 10, 5) raises ValueError
    errors: there are no -20 bytes
roofline_seconds(60, 20, -10, 5) raises ValueError
    errors: no machine computes -10 operations in a second
roofline_seconds(60, 20, 10, -5) raises ValueError
    errors: no machine moves -5 bytes in a second
roofline_seconds(-60, 20, -10, 5) raises ValueError
    errors: two wrong signs do not make up for each other
roofline_seconds(60, 20, 0, 5) raises ValueError
    errors: with no operation in a second the work is never done
roofline_seconds(60, 20, 10, 0) raises ValueError
    errors: with no byte in a second the work is never done

[embedding_parameters]
type(embedding_parameters(5, 2)) -> int
    matrices, extras: parameters are counted, so the result is an int
embedding_parameters(5, 2, positions=-1) raises ValueError
    errors: there is no negative number of positions
embedding_parameters(0, 2, tied=False) raises ValueError
    errors: a table has a row or more
embedding_parameters(5, 2, positions=True) raises TypeError
    errors: a truth value is no number of rows

[embedding_share]
embedding_share(10, 10, 10**17 - 1, True)[1] < 1 -> True
    tied, untied: it is a small part
isinstance(embedding_share(2, 3, 60, True), tuple) -> True
    tied: a tuple is asked for
isinstance(embedding_share(2, 3, 60, False), tuple) -> True
    untied: a tuple is asked for
isinstance(embedding_share(2, 3, 6, True)[1], float) -> True
    errors: a fraction is a float, also where it is 1
embedding_share(1, 1, 2**15, True)[0] * 2**15 -> 1.0
    tied: a small fraction has its digits too
embedding_share(1, 1, 2**15, False)[1] * 2**14 -> 1.0
    untied: a small fraction has its digits too
embedding_share(2**53, 1, 2**54 - 1, False) raises ValueError
    errors: two tables of 2**53 numbers are one more than the total, and a float does not see it

[table_bytes]
type(table_bytes(5, 2)) -> int
    dtypes, tied: bytes are counted, so the result is an int
table_bytes(2**53 + 1, 1, "int8") - 2**53 -> 1
    packing, dtypes: a number of int8 has one byte, and the result is exact for any number of them
table_bytes(2 * 2**53 + 1, 1, "int4") - 2**53 -> 1
    packing: half a byte counts as a whole one, for numbers of any size
table_bytes(3, 2, "int4") -> 3
    packing: six numbers of half a byte
type(table_bytes(2, 2, "int4")) -> int
    packing: bytes are counted, so the result is an int
first = table_bytes(7, 3); table_bytes(7.0, 3) raises TypeError
    errors: 7.0 is a float, whatever was asked before
table_bytes(2, 3, "Float32") raises ValueError
    errors: names are written as the rules write them
table_bytes(2, 3, "torch.float32") raises ValueError
    errors: names are written as the rules write them
table_bytes(2, 3, "uint8") raises ValueError naming uint8
    errors: the message should name what it refuses

[activation_bytes]
type(activation_bytes(1, 1, 1, 1)[0]) -> int
    ids, vectors: bytes are counted, so the results are ints
isinstance(activation_bytes(1, 1, 1, 1), tuple) -> True
    ids: a tuple is asked for
activation_bytes(1, 2**64, 1, 1, "int4")[2] == 2**63 -> True
    packing: sizes may be as large as you like
activation_bytes(1, 2 * 2**53 + 1, 1, 1, "int4")[1] - 2**53 -> 1
    packing: half a byte counts as a whole one, for numbers of any size
activation_bytes(2, 1, 1, 1, "int4")[1] -> 1
    packing: two texts of one number each, and two numbers share a byte
activation_bytes(1, 1, 1, 1, "Float32") raises ValueError
    errors: names are written as the rules write them
activation_bytes(1, 1, 1, 1, id_dtype="Int64") raises ValueError
    errors: names are written as the rules write them
activation_bytes(1, 1, 1, 1, "uint8") raises ValueError naming uint8
    errors: the message should name what it refuses
activation_bytes(1, 1, 1, 1, id_dtype="float64") raises ValueError naming float64
    errors: the message should name what it refuses

[kv_cache_bytes]
type(kv_cache_bytes(1, 1, 1, 1, 1)) -> int
    values, dtypes: bytes are counted, so the result is an int
kv_cache_bytes(1, 1, 2**54 + 2, 1, 1, "int4") - 2**54 -> 2
    packing, dtypes: the result is exact for numbers of any size
kv_cache_bytes(1, 2**32, 2**32, 1, 1) == 2**66 -> True
    dtypes: sizes may be as large as you like
kv_cache_bytes(1, 1, 1, 1, 1, "Float32") raises ValueError
    errors: names are written as the rules write them
kv_cache_bytes(1, 1, 1, 1, 1, "uint8") raises ValueError naming uint8
    errors: the message should name what it refuses

[training_bytes]
type(training_bytes(1, "sgd")[0]) -> int
    plain: bytes are counted, so the results are ints
isinstance(training_bytes(1, "sgd"), tuple) -> True
    plain: a tuple is asked for
training_bytes(2**53 + 1, "sgd")[0] - 2**55 -> 4
    plain: the result is exact for numbers of any size
training_bytes(1, "momentum", mixed=True) -> (2, 2, 4, 4)
    mixed, states: mixed precision keeps a master copy in four bytes, and states in four bytes
training_bytes(1, "adagrad", mixed=True) -> (2, 2, 4, 4)
    mixed, states: mixed precision keeps a master copy in four bytes, and states in four bytes
training_bytes(1, "Adam") raises ValueError
    errors: names are written as the rules write them
training_bytes(1, "ada") raises ValueError
    errors: there is no such optimizer, though others begin like this
training_bytes(1, "") raises ValueError
    errors: there is no such optimizer
training_bytes(1, "adamw") raises ValueError naming adamw
    errors: the message should name what it refuses

[largest_vocabulary]
type(largest_vocabulary(6, 1)) -> int
    tied, untied: rows are counted, so the result is an int
largest_vocabulary(2 * 2**60 + 2, 1) - 2**60 -> 1
    tied: the result is exact for budgets of any size
largest_vocabulary(2**81, 1) == 2**80 -> True
    tied: the budget may be as large as you like
largest_vocabulary(2**62 + 4, 1, "int8", tied=False) - 2**61 -> 2
    untied: the result is exact for budgets of any size
largest_vocabulary(2 * (3 * 2**60 + 3), 1, multiple=3) - 3 * 2**60 -> 3
    multiple: the result is exact for budgets of any size
largest_vocabulary(0, 0) raises ValueError
    errors: a row has a number or more, and no budget changes nothing about it
largest_vocabulary(0, 1, "uint8") raises ValueError
    errors: uint8 is not in the list of dtypes, and no budget changes nothing about it
largest_vocabulary(6, 1, multiple=0) raises ValueError
    errors: there is no multiple of 0 but 0
largest_vocabulary(6, 1, "Float32") raises ValueError
    errors: names are written as the rules write them
largest_vocabulary(6, 1, "uint8") raises ValueError naming uint8
    errors: the message should name what it refuses

[roofline_seconds]
isinstance(roofline_seconds(0, 0, 10, 5), float) -> True
    nothing: seconds are a float, without work too
roofline_seconds(0, 0, 0, 5) raises ValueError
    errors: a device that computes nothing is refused, without work too
roofline_seconds(1, 0, 4, 5) -> 0.25
    times: seconds need not be whole
roofline_seconds(3, 0, 4e9, 5) * 4e9 -> 3.0
    times, nothing: a small time has its digits too
roofline_seconds(60, 20, 0.5, 0.5) -> 120.0
    errors, times: a device may be as slow as it likes
roofline_seconds(-0.5, 20, 10, 5) raises ValueError
    errors: there is no negative work, however little
roofline_seconds(16777217, 0, 1, 5) - 16777216 -> 1.0
    times: computed in float64, the seconds are 16777217
roofline_seconds(1e70, 1e80, 1e60, 1e60) -> 1e20
    times: numbers of this size are allowed
roofline_seconds(10**70, 10**80, 10**60, 10**60) -> 1e20
    times: whole numbers of this size are allowed too

[format_bytes]
format_bytes(1_005_001) -> "1.01 MB"
    edges, decimal: it is a little more than 1.005 million, and only the result is rounded
format_bytes(10**15) -> "1.00 PB"
    edges, decimal: this is where the next unit begins
format_bytes(1024**5, binary=True) -> "1.00 PiB"
    edges, binary: this is where the next unit begins
format_bytes(0) -> "0 B"
    edges, errors: nothing is an amount too
format_bytes(0.0) raises TypeError
    errors: bytes are counted, so n is a whole number
format_bytes(False) raises TypeError
    errors: a truth value is no number of bytes

[measured_bytes]
model, optimizer = example(10, 4)
measured_bytes(model) -> (160, 160, 0)
    parameters, gradients, storages, states: one table of 10 · 4 numbers in float32, and its gradient
type(measured_bytes(model)[0]) -> int
    parameters: bytes are counted, so the results are ints
isinstance(measured_bytes(model), tuple) -> True
    parameters: a tuple is asked for
measured_bytes(torch.nn.Flatten()) -> (0, 0, 0)
    parameters: a layer without parameters holds none
measured_bytes(example(10, 4, "bucket")[0])[1] -> 320
    gradients: both gradients lie in one storage of 320 bytes
measured_bytes(example(10, 4, "untied")[0])[:2] -> (320, 320)
    parameters, gradients: two tables of 160 bytes, each with its gradient
measured_bytes(example(10, 4, "alias")[0])[0] -> 160
    storages, parameters: two Parameters lie in the same 160 bytes
measured_bytes(example(10, 4, "window")[0])[0] -> 160
    storages: one Parameter shows nine rows of the other's storage
measured_bytes(example(10, 4, "slice")[0])[0] -> 640
    storages: the table is a part of a storage of three times its size, and the output has its own
measured_bytes(example(10, 4, "extras")[0])[0] -> 480
    parameters: table, output and the frozen parameter; a buffer is none
measured_bytes(example(10, 4, "extras")[0])[1] -> 320
    gradients: the frozen parameter has no gradient
measured_bytes(example(10, 4, dtype="float64")[0])[0] -> 320
    parameters: float64 has 8 bytes
measured_bytes(example(10, 4, steps=0)[0])[1] -> 0
    gradients: there is no gradient yet
measured_bytes(*example(10, 4, optimizer="SGD"))[2] -> 0
    states: SGD without momentum keeps nothing
measured_bytes(*example(10, 4, optimizer="Adam", steps=0))[2] -> 0
    states: Adam keeps nothing before its first step
measured_bytes(*example(10, 4, optimizer="Adam"))[2] -> 324
    states: two tensors of 160 bytes, and a counter of steps of 4
measured_bytes(*example(10, 4, optimizer="RMSprop"))[2] -> 164
    states: RMSprop keeps one tensor of 160 bytes, under a name of its own, and a counter of 4
measured_bytes(*example(10, 4, "bucket", optimizer="SGD"))[2] -> 576
    states: 240 of two arrays of uint8, 320 of both gradients, 16 for a Parameter beside the model's two
measured_bytes(*example(10, 4, "untied", optimizer="Adam"))[2] -> 648
    states: Adam keeps two tensors and a counter for each of two parameters
measured_bytes(model, optimizer)[2] -> 0
    states: without an optimizer there are no states
measured_bytes(model); model.embed.weight.grad is None -> False
    gradients: the model stays as it is, and keeps its gradients
other = torch.optim.Adam(model.parameters())
measured_bytes(model, other); len(other.state) -> 0
    states: the optimizer stays as it is, and keeps nothing before its first step
frozen = example(10, 4)[0].requires_grad_(False)
measured_bytes(frozen)[:2] -> (160, 160)
    parameters, gradients: the table has stopped learning, and its memory and its gradient are still there
""")
