"""Small calls that a student is shown where a check of `initialization` fails."""

from autograder.assignments.initialization.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
expected_norm(1, 1.0) -> (0.797885, 0.60281)
    mean, spread, large: the length of one entry is its absolute value, of mean sqrt(2/pi) and mean square 1
expected_norm(1, 4.0) -> (3.19154, 2.41124)
    mean, spread, large: four times the std is four times the mean and four times the spread
expected_norm(2, 1.0) -> (1.25331, 0.655136)
    mean, spread, large: the mean is sqrt(pi/2), and 2 - pi/2 is the square of the spread
expected_norm(400, 1.0) -> (19.9875, 0.706886)
    large: the mean is just below the root of 400, and the spread just below that of the longest rows
expected_norm(5, 0.0) -> (0.0, 0.0)
    errors: entries of zero make a length of zero
expected_norm(0, 1.0) raises ValueError
    errors: a row has an entry or more
expected_norm(5, -1.0) raises ValueError
    errors: no standard deviation is below zero

gpt2_init_std("transformer.wte.weight", 8) -> 0.02
    tables, constants: the token table starts with 0.02, whatever the depth
gpt2_init_std("wpe.weight", 8) -> 0.02
    tables, errors: the position table starts like that of the tokens; a prefix may be missing
gpt2_init_std("lm_head.weight", 8) -> 0.02
    tables: the output matrix starts with 0.02
gpt2_init_std("transformer.h.0.attn.c_attn.weight", 8) -> 0.02
    readers: c_attn reads from the residual stream, and adds nothing to it
gpt2_init_std("transformer.h.0.mlp.c_fc.weight", 8) -> 0.02
    readers: c_fc reads from the residual stream, and adds nothing to it
gpt2_init_std("transformer.h.0.attn.c_proj.weight", 2) -> 0.01
    projections: two blocks add to the stream four times, and the root of 4 is 2
gpt2_init_std("transformer.h.0.mlp.c_proj.weight", 2) -> 0.01
    projections: the second projection of a block adds to the stream like the first
gpt2_init_std("h.40.mlp.c_proj.weight", 50) -> 0.002
    projections: 50 blocks add to the stream 100 times, and all of them start alike
gpt2_init_std("transformer.h.0.attn.c_attn.bias", 8) -> 0.0
    constants: a bias is filled with zeros
gpt2_init_std("transformer.h.0.mlp.c_proj.bias", 8) -> 0.0
    constants: a bias is filled with zeros, that of a projection too
gpt2_init_std("transformer.h.0.ln_1.weight", 8) -> 0.0
    constants: the weight of a LayerNorm is filled with ones, and nothing is drawn
gpt2_init_std("ln_f.weight", 8) -> 0.0
    constants: the weight of the last LayerNorm is filled with ones too
gpt2_init_std("c_proj_study.h.0.mlp.c_fc.weight", 8) -> 0.02
    readers: any prefix may stand before the name; this one says nothing about c_fc
gpt2_init_std("kiln_study.h.0.mlp.c_fc.weight", 8) -> 0.02
    readers: any prefix may stand before the name; this one makes no LayerNorm of it
gpt2_init_std("unbiased.wte.weight", 8) -> 0.02
    tables: any prefix may stand before the name; this one makes no bias of it
gpt2_init_std("unbiased.h.0.attn.c_attn.weight", 8) -> 0.02
    readers: any prefix may stand before the name; this one makes no bias of it
gpt2_init_std("weights.h.0.mlp.c_fc.bias", 8) -> 0.0
    constants: any prefix may stand before the name, and a bias is a bias
gpt2_init_std("h.0.mlp.c_proj.weight", 12) -> 0.00408248
    projections: it is 0.02 / sqrt(24), with all digits
gpt2_init_std("model.h.0.mlp.c_proj.weight", 2) -> 0.01
    projections: any prefix may stand before the name, model too
gpt2_init_std("transformer.wte", 8) raises ValueError
    errors: the name ends neither in weight nor in bias
gpt2_init_std("transformer.wte.reweight", 8) raises ValueError
    errors: the last part is reweight, and not weight
gpt2_init_std("wte", 8) raises ValueError
    errors: the name has one part, which is neither weight nor bias
gpt2_init_std("transformer.h.0.ln_2.gain", 8) raises ValueError
    errors: the name ends neither in weight nor in bias, that of a LayerNorm either
gpt2_init_std("transformer.wte.weight", 0) raises ValueError
    errors: a model has a block or more
gpt2_init_std("transformer.h.0.mlp.c_proj.bias", 0) raises ValueError
    errors: a model has a block or more, also where the answer would not depend on it

attention_score_std(4, 1.0, 1.0) -> 1.0
    scaled: the sum of four products has a standard deviation of 2, and the root of 4 divides it
attention_score_std(4, 3.0, 2.0, True) -> 6.0
    scaled: each product has a standard deviation of 6, and so has the scaled sum
attention_score_std(4, 1.0, 1.0, scaled=False) -> 2.0
    unscaled: four variances of 1 add up to 4, whose root is 2
attention_score_std(1, 3.0, 2.0, scaled=False) -> 6.0
    unscaled: of a product of independent numbers the standard deviations are multiplied
attention_score_std(4, 3.0, 2.0, scaled=False) -> 12.0
    unscaled: each product has a standard deviation of 6, and the sum of four has twice that
attention_score_std(4, 0.0, 1.0) -> 0.0
    errors: queries of zeros have scores of zero
attention_score_std(4, 1.0, 0.0) -> 0.0
    errors: keys of zeros have scores of zero
attention_score_std(0, 1.0, 1.0) raises ValueError
    errors: q and k have an entry or more
attention_score_std(0, 1.0, 1.0, scaled=False) raises ValueError
    errors: q and k have an entry or more, also where nothing is divided by the root of d
attention_score_std(4, -1.0, 1.0) raises ValueError
    errors: no standard deviation is below zero
attention_score_std(4, 1.0, -1.0) raises ValueError
    errors: no standard deviation is below zero
attention_score_std(4, -1.0, -1.0) raises ValueError
    errors: no standard deviation is below zero, though the product of two is above it
attention_score_std(4, -1.0, 0.0) raises ValueError
    errors: no standard deviation is below zero, though the product of the two is zero
attention_score_std(4, 0.0, -1.0) raises ValueError
    errors: no standard deviation is below zero, though the product of the two is zero

rms_norm(np.array([1.0, 7.0]), np.ones(2)) -> [0.2, 1.4]
    values, shapes, dtypes, errors: of a single vector, the mean of the squares 1 and 49 is 25, its root 5
rms_norm(np.array([1.0, 7.0]), np.array([3.0, 10.0])) -> [0.6, 14.0]
    values, eps, dtypes: 1/5 and 7/5 are multiplied by the weights 3 and 10
rms_norm(np.array([[1.0, 7.0], [10.0, 70.0]]), np.ones(2)) -> [[0.2, 1.4], [0.2, 1.4]]
    values, eps, shapes, dtypes: each vector is divided by its own root mean square, 5 and 50
x = np.array([1.0, 7.0])
rms_norm(x, np.ones(2)); x -> [1.0, 7.0]
    values: inputs stay as they were
rms_norm(np.array([3.0, -3.0]), np.ones(2), eps=16.0) -> [0.6, -0.6]
    eps: the mean square is 9, and the root of 9 + 16 is 5
rms_norm(np.array([0.001, 0.001]), np.ones(2)) -> [0.707107, 0.707107]
    eps: the mean square is 1e-6, and so is eps where it is not given
rms_norm(np.array([0.001, 0.001]), np.ones(2), eps=0.0) -> [1.0, 1.0]
    eps: the mean square is 1e-6, and nothing is added to it
rms_norm(np.zeros(2), np.ones(2)) -> [0.0, 0.0]
    eps: zeros are divided by the root of eps
rms_norm(np.array([[[1.0, 7.0]], [[10.0, 70.0]]]), np.ones(2)) -> [[[0.2, 1.4]], [[0.2, 1.4]]]
    shapes: the vectors lie along the last axis, however many axes there are
rms_norm(np.array([[1.0, 7.0]]), np.ones(2)) -> [[0.2, 1.4]]
    shapes: one vector in a table of one row stays there
rms_norm(np.zeros((0, 2)), np.ones(2)) -> np.zeros((0, 2))
    shapes: no vectors give an array of shape (0, 2)
rms_norm(np.float32([10, 70]), np.float32([1, 10])) -> [0.2, 14.0]
    dtypes: in float32, the mean of the squares is 2500, its root 50
rms_norm(np.array([300.0, -300.0], np.float16), np.ones(2, np.float16)) -> [1.0, -1.0]
    dtypes: the root mean square is 300; float16 does not hold the squares, float32 does
rms_norm(np.array([1.0, 7.0], np.float16), np.array([1e5, 1.0])) -> [20000.0, 1.4]
    dtypes: 1/5 times 1e5; float16 holds the result, and not the weight
rms_norm(np.float16([7, 23]), np.array([1.0, 21.25])) -> [0.411765, 28.75]
    dtypes: the root mean square is 17, and 23/17 times 21.25 is 28.75, rounded once to float16
rms_norm(np.zeros(2, np.float16), np.ones(2), eps=1e-8) -> [0.0, 0.0]
    dtypes: zeros are divided by the root of eps, 1e-4; float16 does not hold this eps, float32 does
rms_norm(np.array([1e30, 7e30]), np.ones(2)) -> [0.2, 1.4]
    dtypes: the root mean square is 5e30; float32 does not hold the squares, float64 does
rms_norm(np.ones((3, 2)), np.ones(1)) raises ValueError
    errors: vectors of two entries have two weights
rms_norm(np.ones((3, 2)), np.ones((3, 2))) raises ValueError
    errors: all vectors have the same weight, of one axis
rms_norm(np.array(2.0), np.ones(1)) raises ValueError
    errors: x has no axis that holds a vector
rms_norm(np.array(2.0), np.array(3.0)) raises ValueError
    errors: x has no axis that holds a vector, though the weight has the same shape

layer_norm(np.array([10.0, 50.0]), np.ones(2), np.zeros(2)) -> [-1.0, 1.0]
    values, shapes, dtypes, errors: of a single vector, the mean is 30 and the standard deviation 20
layer_norm(np.array([10.0, 50.0]), np.array([2.0, 3.0]), np.array([7.0, 0.0])) -> [5.0, 3.0]
    values, eps, dtypes: -1 and 1 are multiplied by 2 and 3, then 7 and 0 are added
layer_norm(np.array([[10.0, 50.0], [1.0, 9.0]]), np.ones(2), np.zeros(2)) -> [[-1.0, 1.0], [-1.0, 1.0]]
    values, eps, shapes, offset, dtypes: each vector has its own mean and standard deviation
layer_norm(np.array([1.0, 7.0]), np.ones(2), np.zeros(2), eps=16.0) -> [-0.6, 0.6]
    eps: the variance is 9, and the root of 9 + 16 is 5
layer_norm(np.array([-0.012, -0.006, 0.006, 0.012]), np.ones(4), np.zeros(4)) -> [-1.2, -0.6, 0.6, 1.2]
    eps: the variance is 9e-5 and eps 1e-5 where it is not given; the root of 1e-4 is 0.01
layer_norm(np.zeros(2), np.ones(2), np.array([7.0, 0.0])) -> [7.0, 0.0]
    eps: a vector of zeros gives the bias
layer_norm(np.array([[[10.0, 50.0]], [[1.0, 9.0]]]), np.ones(2), np.zeros(2)) -> [[[-1, 1]], [[-1, 1]]]
    shapes: the vectors lie along the last axis, however many axes there are
layer_norm(np.array([[10.0, 50.0]]), np.ones(2), np.zeros(2)) -> [[-1.0, 1.0]]
    shapes: one vector in a table of one row stays there
layer_norm(np.zeros((0, 2)), np.ones(2), np.zeros(2)) -> np.zeros((0, 2))
    shapes: no vectors give an array of shape (0, 2)
layer_norm(np.array([8998.0, 9002.0], np.float32), np.ones(2), np.zeros(2)) -> [-1.0, 1.0]
    offset: the mean is 9000 and the standard deviation 2, which is what the entries are off by
layer_norm(np.float32([100, 500]), np.float32([2, 3]), np.float32([7, 0])) -> [5.0, 3.0]
    dtypes: in float32, the mean is 300 and the standard deviation 200
layer_norm(np.float16([-300, 300]), np.ones(2, np.float16), np.zeros(2, np.float16)) -> [-1.0, 1.0]
    dtypes: the standard deviation is 300; float16 does not hold the squares, float32 does
layer_norm(np.float16([4096, 4100]), np.ones(2), np.zeros(2)) -> [-1.0, 1.0]
    dtypes: the mean is 4098, and float16 does not hold it, float32 does
layer_norm(np.float16([-7, -1, 1, 7]), np.array([1, 1e5, 1, 1]), np.zeros(4)) -> [-1.4, -2e4, 0.2, 1.4]
    dtypes: -1/5 times 1e5 in second place; float16 holds the result, and not the weight
layer_norm(np.float16([10, 50]), np.array([1.0, 2049.0]), np.array([0.0, -2048.0])) -> [-1.0, 1.0]
    dtypes: 1 times 2049 less 2048 is 1; float16 does not hold 2049, float32 does
layer_norm(np.array([1e30, 5e30]), np.ones(2), np.zeros(2)) -> [-1.0, 1.0]
    dtypes: the standard deviation is 2e30; float32 does not hold the squares, float64 does
layer_norm(np.ones((3, 2)), np.ones(2), np.zeros(1)) raises ValueError
    errors: vectors of two entries have a bias of two
layer_norm(np.ones((3, 2)), np.ones(1), np.zeros(2)) raises ValueError
    errors: vectors of two entries have two weights
layer_norm(np.array(2.0), np.ones(1), np.zeros(1)) raises ValueError
    errors: x has no axis that holds a vector
layer_norm(np.array(2.0), np.array(3.0), np.array(1.0)) raises ValueError
    errors: x has no axis that holds a vector, though weight and bias have the same shape

rms_norm_backward(np.array([1.0, 0.0]), np.array([1.0, 7.0]), np.ones(2)) -> ([0.196, -0.028], [0.2, 0.0])
    dx, shapes, dtypes, errors: dx is at a right angle to x, [1, 7], and dweight is [1, 0] times [1/5, 7/5]
rms_norm_backward(np.array([1.0, 0]), np.array([1.0, 7]), np.array([10.0, 1])) -> ([1.96, -0.28], [0.2, 0])
    dx, dweight, eps, dtypes: the weight 10 in place of 1 makes dx ten times as long; dweight stays as it is
rms_norm_backward(np.array([0.0, 1.0]), np.array([1.0, 7.0]), np.ones(2)) -> ([-0.028, 0.004], [0.0, 1.4])
    dweight, shapes: dweight is [0, 1] times x / 5, and dx is at a right angle to x, [1, 7]
G = np.array([[1.0, 0.0], [1.0, 0.0]])
X = np.array([[1.0, 7.0], [1.0, 7.0]])
rms_norm_backward(G, X, np.ones(2)) -> ([[0.196, -0.028], [0.196, -0.028]], [0.4, 0.0])
    dweight, shapes, dtypes: dx has a row for each vector; they share the weight, so dweight is 0.2 + 0.2
rms_norm_backward(np.array([1.0, 0]), np.array([3.0, -3]), np.ones(2), 16.0) -> ([0.164, 0.036], [0.6, 0])
    eps: the mean square is 9, and the root of 9 + 16 is 5
rms_norm_backward(np.array([1.0, 0.0]), np.zeros(2), np.ones(2), eps=0.25) -> ([2.0, 0.0], [0.0, 0.0])
    eps: near zero x is divided by the root of eps, 0.5
rms_norm_backward(np.array([1.0, 0]), np.full(2, 1e-3), np.ones(2)) -> ([530.33, -176.777], [0.707107, 0])
    eps: the mean square is 1e-6, and so is eps where it is not given
rms_norm_backward(G[:, None], X[:, None], np.ones(2)) -> ([[[0.196, -0.028]], [[0.196, -0.028]]], [0.4, 0])
    shapes: the axes are (2, 1, 2); dweight is the sum over all but the last
rms_norm_backward(np.array([[1.0, 0.0]]), np.array([[1.0, 7.0]]), np.ones(2))[0] -> [[0.196, -0.028]]
    shapes: one vector in a table of one row stays there
rms_norm_backward(np.zeros((0, 2)), np.zeros((0, 2)), np.ones(2)) -> (np.zeros((0, 2)), [0.0, 0.0])
    shapes: a sum over no vectors is zero
w = np.float32([10, 1])
rms_norm_backward(np.float32([1, 0]), np.float32([5, 35]), w) -> ([0.392, -0.056], [0.2, 0])
    dtypes: in float32, the root mean square is 25; the weight counts for dx alone
H = np.array([512.0, -512.0], np.float16)
rms_norm_backward(np.float16([512, 0]), H, np.ones(2, np.float16)) -> ([0.5, 0.5], [512, 0])
    dtypes: the root mean square is 512; float16 holds neither 512 times 512 nor its cube, float32 does
rms_norm_backward(np.float16([256, 0]), H, np.float16([256, 256]))[0] -> [64.0, 64.0]
    dtypes: grad_out times the weight is 65,536; float16 does not hold it, float32 does

rms_norm_backward(np.ones(2), np.ones((3, 2)), np.ones(2)) raises ValueError
    errors: grad_out has the shape of x, (3, 2)
rms_norm_backward(np.ones((1, 2)), np.ones((3, 2)), np.ones(2)) raises ValueError
    errors: grad_out has the shape of x, (3, 2), and is not repeated for the rows
rms_norm_backward(np.ones((3, 2)), np.ones((1, 3, 2)), np.ones(2)) raises ValueError
    errors: grad_out has the shape of x, (1, 3, 2), with all its axes
rms_norm_backward(np.ones((3, 2)), np.ones((3, 2)), np.ones(1)) raises ValueError
    errors: vectors of two entries have two weights
rms_norm_backward(np.array(1.0), np.array(2.0), np.ones(1)) raises ValueError
    errors: x has no axis that holds a vector
rms_norm_backward(np.array(1.0), np.array(2.0), np.array(3.0)) raises ValueError
    errors: x has no axis that holds a vector, though the weight has the same shape

RMSNorm(2)(torch.tensor([1.0, 7.0])) -> [0.2, 1.4]
    parameters, values, shapes, dtypes: the mean square is 25, its root 5, and the weight starts with ones
RMSNorm(2)(torch.tensor([[1.0, 7.0], [10.0, 70.0]])) -> [[0.2, 1.4], [0.2, 1.4]]
    values, eps, shapes, dtypes: each vector is divided by its own root mean square, 5 and 50
RMSNorm(2, eps=16.0)(torch.tensor([3.0, -3.0])) -> [0.6, -0.6]
    eps: the mean square is 9, and the root of 9 + 16 is 5
RMSNorm(2)(torch.tensor([0.001, 0.001])) -> [0.707107, 0.707107]
    eps: the mean square is 1e-6, and so is eps where it is not given
RMSNorm(2, eps=0.0)(torch.tensor([0.001, 0.001])) -> [1.0, 1.0]
    eps: the mean square is 1e-6, and nothing is added to it
RMSNorm(2)(torch.tensor([0.0, 0.0])) -> [0.0, 0.0]
    eps: zeros are divided by the root of eps
RMSNorm(2)(torch.tensor([[[1.0, 7.0]], [[10.0, 70.0]]])) -> [[[0.2, 1.4]], [[0.2, 1.4]]]
    shapes: the vectors lie along the last axis, however many axes there are
RMSNorm(2)(torch.tensor([[1.0, 7.0]])) -> [[0.2, 1.4]]
    shapes: one vector in a table of one row stays there
RMSNorm(2)(torch.zeros((0, 2))) -> np.zeros((0, 2))
    shapes: no vectors give a tensor of shape (0, 2)
RMSNorm(2)(torch.tensor([300.0, -300.0], dtype=torch.float16)) -> [1.0, -1.0]
    dtypes: the root mean square is 300; float16 does not hold the squares, float32 does
RMSNorm(2, eps=1e-8)(torch.tensor([0.0, 0.0], dtype=torch.float16)) -> [0.0, 0.0]
    dtypes: zeros are divided by the root of eps, 1e-4; float16 does not hold this eps, float32 does
RMSNorm(2)(torch.tensor([1e30, 7e30], dtype=torch.float64)) -> [0.2, 1.4]
    dtypes: the root mean square is 5e30; float32 does not hold the squares, float64 does
RMSNorm(0) raises ValueError
    errors: vectors have an entry or more
RMSNorm(-1) raises ValueError
    errors: vectors have an entry or more, so a negative d is refused as well
RMSNorm(3)(torch.tensor([[1.0], [2.0]])) raises ValueError
    errors: vectors of one entry do not fit a weight of three
RMSNorm(1)(torch.tensor([1.0, 2.0])) raises ValueError
    errors: a vector of two entries does not fit a weight of one
RMSNorm(1)(torch.tensor(2.0)) raises ValueError
    errors: x has no axis that holds a vector

[init_table]
make = lambda V, d, scheme, *dtype: init_table(V, d, scheme, np.random.default_rng(0), *dtype)
np.array_equal(*make(2, 4, "unit")) -> False
    normal: each row is drawn by itself, so no two are the same
np.array_equal(*make(2, 4, "xavier")) -> False
    xavier: each row is drawn by itself, so no two are the same
bool(make(10, 10, "unit")[0].any()) -> True
    normal: row 0 is drawn like any other
bool(make(10, 10, "xavier")[0].any()) -> True
    xavier: row 0 is drawn like any other
float(np.abs(make(1000, 100, "unit")).max()) > 3.8 -> True
    normal: among 100,000 numbers of a normal distribution some are beyond 3.8
len(np.unique(make(100, 100, "unit", np.float64))) -> 10000
    normal: all entries are drawn, each by itself
len(np.unique(make(100, 100, "gpt2", np.float64))) -> 10000
    normal, dtypes: all entries are drawn, each by itself, with the digits of float64
round(float(make(1000, 100, "unit").std()), 1) -> 1.0
    normal: "unit" has the standard deviation 1
round(float(make(1000, 100, "gpt2").std()), 3) -> 0.02
    normal: "gpt2" has the standard deviation 0.02, which is the root of the variance
round(float(make(1000, 100, "inverse-sqrt").std()), 2) -> 0.1
    normal: rows have 100 entries, and 100 to the power of -1/2 is 0.1
round(float(make(100, 1000, "unit").mean(axis=0).std()), 1) -> 0.1
    normal: the mean of 100 independent entries is rarely 0; it has a standard deviation of 0.1
round(float(make(1000, 100, "unit").mean(axis=1).std()), 1) -> 0.1
    normal: the mean of 100 independent entries of a row has a standard deviation of 0.1
float(np.linalg.norm(make(1000, 100, "inverse-sqrt"), axis=1).std()) > 0.05 -> True
    normal: rows are about one long, with a standard deviation of 0.07, and not all of one length
make(100, 100, "unit", np.float64).std() == 1 -> False
    normal: of 10,000 entries the standard deviation comes close to 1, and not to the last digit
abs(float(make(100, 100, "gpt2", np.float64).std()) - 0.02) < 1e-9 -> False
    normal: of 10,000 entries the standard deviation comes close to 0.02, and not to the last digit
abs(float(make(100, 100, "unit", np.float64).mean())) < 1e-9 -> False
    normal: of 10,000 independent entries the mean comes close to 0, and not to the last digit
abs(float(make(100, 100, "xavier", np.float64).mean())) < 1e-9 -> False
    xavier: of 10,000 independent entries the mean comes close to 0, and not to the last digit
len(np.unique(make(100, 100, "xavier", np.float64))) -> 10000
    xavier: all entries are drawn, each by itself
round(float(make(300, 300, "xavier").max()), 2) -> 0.1
    xavier: the largest entries come close to sqrt(6 / 600) = 0.1
round(float(make(300, 300, "xavier").min()), 2) -> -0.1
    xavier: the smallest entries come close to -sqrt(6 / 600) = -0.1
round(float(make(59, 1, "xavier").max()), 1) -> 0.3
    xavier: both sizes count, and sqrt(6 / 60) is 0.32
round(float(make(300, 300, "xavier").std()), 3) -> 0.058
    xavier: numbers that are drawn uniformly up to 0.1 have the standard deviation 0.1 / sqrt(3) = 0.058
bool((np.sign(make(2, 40, "xavier"))[:, ::2] == 1).all()) -> False
    generator, xavier: each sign is drawn, whatever its place
np.array_equal(make(2, 2, "unit"), init_table(2, 2, "unit", np.random.default_rng(1))) -> False
    generator: another seed gives another table
rng = np.random.default_rng(0)
np.array_equal(init_table(2, 2, "unit", rng), init_table(2, 2, "unit", rng)) -> False
    generator: rng moves on with every call
np.array_equal(init_table(2, 2, "xavier", rng), init_table(2, 2, "xavier", rng)) -> False
    generator: rng moves on with every call, for each of the schemes
np.array_equal(make(2, 2, "xavier"), make(2, 2, "xavier")) -> True
    generator: rng is the only source of randomness, for each of the schemes
np.array_equal(make(2, 2, "unit"), make(2, 2, "unit")) -> True
    generator: rng is the only source of randomness, so the same seed gives the same table
make(2, 2, "unit").dtype -> np.float32
    dtypes: this is the dtype unless asked for another
make(2, 2, "unit", np.float64).dtype -> np.float64
    dtypes: this is the dtype asked for
make(2, 2, "xavier", np.float16).dtype -> np.float16
    dtypes: this is the dtype asked for
make(1, 1, "unit").shape -> (1, 1)
    errors: one row and one column are enough
make(2, 2, "glorot") raises ValueError
    errors: there is no such scheme
make(2, 2, "Unit") raises ValueError
    errors: there is no such scheme; the four are written in small letters
make(2, 2, "unit ") raises ValueError
    errors: there is no such scheme; the four have no space at the end
make(0, 2, "unit") raises ValueError
    errors: a table has a row or more
make(2, 0, "xavier") raises ValueError
    errors: a row has an entry or more
make(2, 0, "inverse-sqrt") raises ValueError
    errors: a row has an entry or more; no root of d is taken before that is seen

[RMSNorm]
norm = RMSNorm(2)
[name for name, _ in norm.named_parameters()] -> ["weight"]
    parameters: it is the only one
sorted(norm.state_dict()) -> ["weight"]
    parameters: the state holds the weight and nothing else
len(list(norm.buffers())) -> 0
    parameters: there are no buffers
norm.weight -> [1.0, 1.0]
    parameters: the weight is (d,) and starts at one
norm.weight.requires_grad -> True
    parameters: the weight learns
type(norm.weight).__name__ -> "Parameter"
    parameters: the weight is a Parameter
RMSNorm(2, dtype=torch.float64).weight.dtype -> torch.float64
    parameters, device: this is the dtype asked for
norm.weight.data.fill_(3.0); norm(torch.tensor([1.0, 7.0])) -> [0.6, 4.2]
    values: each entry is multiplied with its weight
x = torch.tensor([1.0, 7.0], requires_grad=True)
norm(x)[0].backward(); x.grad -> [0.196, -0.028]
    gradient: the root mean square is 5, and it depends on both entries
norm(x).sum().backward(); norm.weight.grad -> [0.2, 1.4]
    gradient: the weight multiplies [0.2, 1.4]
half = torch.tensor([1.0, 7.0], dtype=torch.float16, requires_grad=True)
norm.half()(half)[1].backward(); np.round(half.grad.float(), 2) -> [-0.03, 0.0]
    gradient: the gradient reaches x in half precision too
norm.half()(half).sum().backward(); norm.weight.grad is None -> False
    gradient: the gradient reaches the weight in half precision too
norm.half()(half).sum().backward(); np.round(norm.weight.grad.float(), 1) -> [0.2, 1.4]
    gradient: the gradient reaches the weight in half precision too
norm(half).dtype -> torch.float16
    dtypes: the result has the dtype of x, whatever that of the weight
norm.double()(torch.tensor([1.0, 7.0])).dtype -> torch.float32
    dtypes: the result has the dtype of x, whatever that of the weight
norm.half()(torch.tensor([300.0, -300.0], dtype=torch.float16)) -> [1.0, -1.0]
    dtypes: x is float16, so float32 is the width, also where the weight is float16
norm.weight.data.fill_(5.0); norm(torch.tensor([3.0, 21.0], dtype=torch.bfloat16)) -> [1.0, 7.0]
    dtypes: the root mean square is 15; bfloat16 does not hold the square of 21, float32 does
norm.weight.data[0] = 1e5; norm(torch.tensor([1.0, 7.0], dtype=torch.float16)) -> [20000.0, 1.4]
    dtypes: 1/5 times 1e5; float16 holds the result, and not the weight
norm.weight.data[1] = 21.25; norm(torch.tensor([7.0, 23.0], dtype=torch.float16)) -> [0.411765, 28.75]
    dtypes: the root mean square is 17, and 23/17 times 21.25 is 28.75, rounded once to float16
low = torch.tensor([1.0, 7.0])
norm.bfloat16()(low); norm.weight.data.fill_(3.0); norm(low) -> [0.6, 4.2]
    values: the weight may change between two calls
norm(torch.tensor([[1.0, 7.0], [2.0, 14.0]]).T.contiguous().T) -> [[0.2, 1.4], [0.2, 1.4]]
    shapes: x may lie turned in memory
norm(torch.ones((2, 3, 2)).transpose(0, 1)) -> np.ones((3, 2, 2))
    shapes: x may lie turned in memory, with any number of axes
RMSNorm(4)(torch.ones((2, 2))) raises ValueError
    errors: the vectors have 2 entries and the weight 4
RMSNorm(2)(torch.ones((1, 4))) raises ValueError
    errors: the vectors have 4 entries and the weight 2

[rms_norm]
half = np.array([1.0, 7.0], np.float16)
one = np.array([1.0, 1.0])
rms_norm(half, one).dtype -> np.float16
    dtypes: the result has the dtype of x, whatever that of the weight
rms_norm(half.astype(np.float32), one).dtype -> np.float32
    dtypes: x is float32 and the weight float64; the result has the dtype of x
rms_norm(np.array([1e30, 7e30]), np.ones(2, np.float32)) -> [0.2, 1.4]
    dtypes: x is float64, so float64 is the width, whatever the dtype of the weight
rms_norm(np.array([[[[1.0, 7.0]]], [[[10.0, 70.0]]]]), one) -> [[[[0.2, 1.4]]], [[[0.2, 1.4]]]]
    shapes: x may have any number of axes, here four
rms_norm(np.array([[1.0, 10.0], [7.0, 70.0]]).T, one) -> [[0.2, 1.4], [0.2, 1.4]]
    shapes: x may lie turned in memory

[layer_norm]
half = np.array([-1.0, 1.0], np.float16)
layer_norm(half, np.ones(2), np.zeros(2)).dtype -> np.float16
    dtypes: the result has the dtype of x, whatever that of the weight
layer_norm(half.astype(np.float32), np.ones(2), np.zeros(2)).dtype -> np.float32
    dtypes: x is float32, weight and bias float64; the result has the dtype of x
layer_norm(np.array([[10.0, 1.0], [50.0, 9.0]]).T, np.ones(2), np.zeros(2)) -> [[-1.0, 1.0], [-1.0, 1.0]]
    shapes: x may lie turned in memory
layer_norm(np.array([[[-1.0, 3.0], [0.0, 8.0]]]).transpose(1, 0, 2), np.ones(2), np.zeros(2), eps=0.0)\
 -> [[[-1.0, 1.0]], [[-1.0, 1.0]]]
    shapes: the first two axes are exchanged in memory, and each vector keeps its place

[rms_norm_backward]
g = np.array([1.0, 0.0])
x = np.array([1.0, 7.0])
rms_norm_backward(g, x, np.ones(2))[0] -> [0.196, -0.028]
    dx: the root mean square is 5, and it depends on both entries
rms_norm_backward(g.astype(np.float16), x.astype(np.float16), np.ones(2))[0].dtype -> np.float16
    dtypes: the gradient has the dtype of x, whatever that of the weight
rms_norm_backward(g, 1e30 * x, np.ones(2))[1] -> [0.2, 0.0]
    dtypes: the root mean square is 5e30; float32 does not hold the squares, float64 does
rms_norm_backward(g.astype(np.float32), x.astype(np.float32), np.ones(2))[0].dtype -> np.float32
    dtypes: the gradient has the dtype of x, whatever that of the weight
four = np.array([1.0, 7.0]) * np.ones((2, 2, 2, 1))
rms_norm_backward(np.ones((2, 2, 2, 2)), four, np.ones(2))[1] -> [1.6, 11.2]
    shapes, dweight: it is the sum of [0.2, 1.4] over eight vectors
turned = np.array([[1.0, 10.0], [7.0, 70.0]]).T
rms_norm_backward(np.ones((2, 2)), turned, np.ones(2))[1] -> [0.4, 2.8]
    shapes: x may lie turned in memory

[expected_norm]
[expected_norm(3, std)[0] > 1 for std in (0.5, 1.0)] -> [False, True]
    mean, spread, large: the mean is 1.6 times the std of each call
isinstance(expected_norm(3, 1.0)[0], float) -> True
    mean: mean and spread are floats
round(expected_norm(1000, 1.0)[0], 2) -> 31.61
    large: the mean of 1,000 entries is a little below sqrt(1000) = 31.62
round(expected_norm(4000, 1.0)[0], 3) -> 63.242
    large: 4,000 entries have a mean below sqrt(4000) = 63.246
round(expected_norm(4000, 1.0)[1], 3) -> 0.707
    large: 4,000 entries are as good as any other number

[attention_score_std]
isinstance(attention_score_std(4, 1.0, 1.0), float) -> True
    scaled: the result is a float
isinstance(attention_score_std(4, 3, 2), float) -> True
    scaled: the result is a float, of whole numbers too
isinstance(attention_score_std(4, 0.0, 1.0), float) -> True
    errors: the result is a float, zero too
attention_score_std(4, 0.0, 1.0) -> 0.0
    errors, scaled: a standard deviation of 0 is allowed, and the score is always 0
attention_score_std(4, 0.3, 0.7) -> 0.21
    scaled: 0.3 · 0.7, for the root of 4 is divided off again

[gpt2_init_std]
isinstance(gpt2_init_std("h.0.ln_1.weight", 8), float) -> True
    constants: the result is a float, zero too
isinstance(gpt2_init_std("h.0.ln_1.bias", 8), float) -> True
    constants: the result is a float, zero too
gpt2_init_std("transformer.h.0.ln_2.weight", 12) -> 0.0
    constants: the weight of a LayerNorm is constant at the start
gpt2_init_std("c_proj.weight", 1) -> 0.014142
    errors, readers: 0.02 / sqrt(2 · 1), for one block is enough
""")
