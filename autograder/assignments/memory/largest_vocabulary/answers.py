"""Answers to `largest_vocabulary` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bisection", how="a search by halves for the largest number of multiples that fits",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(f"{dtype!r} is not a dtype")

    def cost(blocks):
        one = -(-blocks * multiple * d * BITS[dtype] // 8)
        return one * (1 if tied else 2)

    low, high = 0, 2 * budget + 1  # low fits, high does not: a number takes half a byte at least
    while high - low > 1:
        middle = (low + high) // 2
        if cost(middle) <= budget:
            low = middle
        else:
            high = middle
    return low * multiple
''')

answers.right(
    "correct", how="a first guess in floats, corrected with whole numbers",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    bits = BITS.get(dtype)
    if bits is None:
        raise ValueError(f"dtype is {dtype!r}; expected one of {sorted(BITS)}")
    whole_budget = (budget // (1 if tied else 2)) * 8
    guess = int(whole_budget / (d * bits))
    guess += (whole_budget - guess * d * bits) // (d * bits)
    return max(0, guess // multiple * multiple)
''')

answers.right(
    "numbers", how="bytes to numbers to rows, one division after another",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(dtype)
    for_one = budget if tied else budget // 2
    numbers = for_one * 2 if dtype == "int4" else for_one // (BITS[dtype] // 8)
    blocks, _ = divmod(numbers, d * multiple)
    return blocks * multiple
''')

answers.wrong(
    "bits", "budget-in-bits", check="tied",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    each = budget if tied else budget // 2
    V = each // (d * BITS[dtype])
    return V - V % multiple
''')

answers.wrong(
    "at-least-one", "never-zero", check="multiple", breaks="nothing",
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
    return V - V % multiple
''', new='''
    V = each * 8 // (d * BITS[dtype])
    return max(V - V % multiple, multiple)
''')

answers.wrong(
    "float", "digits-lost", check="tied", breaks="exact",
    why="true division and int()",
    of="wrong-bits", 
    old="    V = each // (d * BITS[dtype])",
    new="    V = int(each / (d * BITS[dtype] / 8))")

answers.wrong(
    "less", "exact-fit-refused", check="tied", breaks="largest",
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
''', new='''
    each = max(each - 1, 0)
    V = each * 8 // (d * BITS[dtype])
''')

answers.wrong(
    "loop", "loop-over-rows", check="tied", breaks="loop",
    why="counts up",
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
''', new='''
    V = 0
    while (V + 1) * d * BITS[dtype] <= each * 8:
        V += 1
''')

answers.wrong(
    "multiple-up", "multiple-up", check="multiple",
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
    return V - V % multiple
''', new='''
    V = each * 8 // (d * BITS[dtype])
    return -(-V // multiple) * multiple
''')

answers.wrong(
    "no-multiple", "multiple-ignored", check="multiple", breaks="multiple",
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
    return V - V % multiple
''', new='''
    V = each * 8 // (d * BITS[dtype])
    return V
''')

answers.wrong(
    "one-matrix", "output-forgotten", check="untied", breaks="second",
    why="all of the budget for one matrix",
    of="wrong-bits", old='''
    each = budget if tied else budget // 2
    V = each // (d * BITS[dtype])
''', new='''
    each = budget
    V = each * 8 // (d * BITS[dtype])
''')

answers.wrong(
    "refuses", "nothing-refused", check="multiple", breaks="zero-rows",
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
''', new='''
    V = each * 8 // (d * BITS[dtype])
    if V < multiple:
        raise ValueError('nothing fits')
''')

answers.wrong(
    "together", "rounded-together", check="untied", breaks="rounding",
    why="takes both matrices for one of twice the rows",
    of="wrong-bits", old='''
    each = budget if tied else budget // 2
    V = each // (d * BITS[dtype])
''', new='''
    V = budget * 8 // (d * BITS[dtype] * (1 if tied else 2))
''')

answers.wrong(
    "up", "over-budget", check="tied", breaks="fits",
    of="wrong-bits", 
    old="    V = each // (d * BITS[dtype])",
    new="    V = -(-each * 8 // (d * BITS[dtype]))")

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "budget-of-one", "zero-refused", check="errors", breaks="zero",
    why="1 or more, as elsewhere",
    of="right-numbers", old='''
    check_sizes(0, budget=budget)''', new='''
    check_sizes(budget=budget)''')

answers.wrong(
    "float-rows", "float-result", check="tied", breaks="int",
    why="rows as a float",
    of="right-numbers", old='''
    return blocks * multiple''', new='''
    return float(blocks * multiple)''')

answers.wrong(
    "multiple-unchecked", "wrong-exception", check="errors", breaks="multiple-size",
    why="division by a multiple of 0 raises its own error",
    of="right-numbers", old='''
    check_sizes(d=d, multiple=multiple)''', new='''
    check_sizes(d=d)
    check_sizes(0, multiple=multiple)''')

answers.wrong(
    "zero-width", "wrong-exception", check="errors", breaks="small",
    why="a width of 0 raises the error of a division",
    of="right-numbers", old='''
    check_sizes(d=d, multiple=multiple)''', new='''
    check_sizes(0, d=d)
    check_sizes(multiple=multiple)''')

answers.wrong(
    "unchecked", "types-unchecked", check="errors", breaks="types",
    why="leaves sizes to arithmetic",
    of="right-numbers", edits=[('''
    check_sizes(0, budget=budget)''', '''
    budget = +budget'''), ('''
    check_sizes(d=d, multiple=multiple)''', '''
    d, multiple = +d, +multiple''')])

answers.wrong(
    "negative", "negative-accepted", check="errors", breaks="negative",
    why="checks the type of the budget alone",
    of="right-numbers", old='''
    check_sizes(0, budget=budget)''', new='''
    check_sizes(budget, budget=budget)''')

answers.wrong(
    "any-case", "name-unchecked", check="errors", breaks="names",
    why="takes names in any case",
    of="right-numbers", old='''
    if dtype not in BITS:''', new='''
    dtype = dtype.lower().strip()
    if dtype not in BITS:''')

answers.wrong(
    "nameless", "name-not-named", check="errors", breaks="named",
    why="says that something is unknown, and not what",
    of="right-numbers", old='''
        raise ValueError(dtype)''', new='''
        raise ValueError("unknown dtype")''')

answers.wrong(
    "nothing-first", "unchecked-without-budget", check="errors", alone=True,
    source='''
BITS = {"float64": 64, "int64": 64, "float32": 32, "int32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4}

def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if budget == 0:
        return 0
    if dtype not in BITS:
        raise ValueError(f"unknown dtype {dtype}")
    table = budget if tied else budget // 2
    V = table * 8 // BITS[dtype] // d
    return V - V % multiple
''')

answers.wrong(
    "float-multiple", "digits-lost", check="multiple", alone=True,
    why="divides by the multiple in floats",
    source='''
BITS = {"float64": 64, "int64": 64, "float32": 32, "int32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4}

def largest_vocabulary(budget, d, dtype="bfloat16", tied=True, multiple=1):
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    if dtype not in BITS:
        raise ValueError(f"unknown dtype {dtype}")
    table = budget if tied else budget // 2
    V = table * 8 // BITS[dtype] // d
    if multiple > 1:
        V = int(V / multiple) * multiple
    return V
''')

answers.wrong(
    "counts-down", "loop-over-rows", check="multiple", alone=True, breaks="loop",
    why="goes down from the largest number to a multiple, one by one",
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
    return V - V % multiple
''', new='''
    V = each * 8 // (d * BITS[dtype])
    while V % multiple:
        V -= 1
    return V
''')

answers.wrong(
    "half-as-float", "digits-lost", check="untied",
    why="halves the budget with /",
    of="wrong-bits", edits=[("budget // 2", "int(budget / 2)"), ("    V = each // (d", "    V = each * 8 // (d")])

answers.wrong(
    "multiple-first", "multiple-of-both", check="multiple", alone=True,
    of="wrong-bits", old='''
    V = each // (d * BITS[dtype])
    return V - V % multiple
''', new='''
    V = each * 8 // (d * BITS[dtype]) * (1 if tied else 2)
    return (V - V % multiple) // (1 if tied else 2)
''')

answers.wrong(
    "multiple-if-large", "checked-above-one", check="errors", alone=True,
    of="wrong-bits", edits=[("    check_sizes(d=d, multiple=multiple)", "    check_sizes(d=d)"), ('''
    V = each // (d * BITS[dtype])
    return V - V % multiple
''', '''
    V = each * 8 // (d * BITS[dtype])
    if multiple > 1:
        check_sizes(multiple=multiple)
        V -= V % multiple
    return V
''')])

answers.wrong(
    "width-unchecked", "size-left-out", check="errors", alone=True,
    why="forgets d in the checks",
    of="right-numbers", old="    check_sizes(d=d, multiple=multiple)", new="    check_sizes(multiple=multiple)")

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="takes integers of NumPy",
    of="right-numbers", old="    check_sizes(0, budget=budget)", new='''
    import numpy as np
    whole = lambda size: int(size) if isinstance(size, np.integer) else size
    budget, d, multiple = whole(budget), whole(d), whole(multiple)
    check_sizes(0, budget=budget)''')
