"""A small program for each op that the reference interpreter has, beside those that stablehlo_programs.py draws."""
import re

# name: lines of the body; the values named r0, r1, .. are returned. `$name` is a constant from below.
CONSTANTS = {
    'f4': ('[1.5, -2.25, 0.0, 7.0]', '4xf32'), 'g4': ('[0.5, 3.0, -0.0, -1.0]', '4xf32'),
    'f23': ('[[1.0, 2.0, 3.5], [-4.0, 0.1, 6.0]]', '2x3xf32'), 'g23': ('[[0.5, -2.0, 1.0], [2.0, 0.3, -6.0]]', '2x3xf32'),
    'f33': ('[[4.0, 1.0, 0.5], [1.0, 5.0, 2.0], [0.5, 2.0, 6.0]]', '3x3xf32'),
    'f44': ('[[1.0, 5.0, 2.0, 3.0], [7.0, 0.0, 4.0, 9.0], [2.0, 8.0, 6.0, 1.0], [3.0, 3.0, 3.0, 4.0]]', '4x4xf32'),
    'i4': ('[5, -3, 0, 127]', '4xi32'), 'j4': ('[3, 2, 1, 31]', '4xi32'), 'i23': ('[[1, 2, 3], [4, 5, 6]]', '2x3xi32'),
    'i33': ('[[1, 2, 3], [4, 5, 6], [7, 8, 9]]', '3x3xi32'),
    'p4': ('[true, false, true, true]', '4xi1'), 'q4': ('[true, true, false, false]', '4xi1'),
    'c2': ('[(1.5, 2.0), (-0.5, 3.25)]', '2xcomplex<f32>'), 'd2': ('[(0.25, -1.0), (2.0, 0.0)]', '2xcomplex<f32>'),
    'h2': ('[(1.5, 2.0), (-0.5, 3.25)]', '2xcomplex<f64>'),
    'zero': ('0.0', 'f32'), 'one': ('1.0', 'f32'), 'izero': ('0', 'i32'), 'ione': ('1', 'i32'), 'itwo': ('2', 'i32'),
    'minus': ('0xFF800000', 'f32'), 'yes': ('true', 'i1'), 'no': ('false', 'i1'),
    'at2': ('[1, 2]', '2xi32'), 'at22': ('[[0, 1], [1, 2]]', '2x2xi32'), 'far': ('[[9], [-4]]', '2x1xi64'),
    'l2': ('[2, 3]', '2xi64'), 'l1': ('[4]', '1xi64'), 'l32': ('[3, 2]', '2xi64'), 'ones2': ('[1, 1]', '2xi64'), 'zeros2': ('[0, 0]', '2xi64'),
    's3': ('[1.0, 2.0, 0.5]', '3xf32'), 'o3': ('[0.5, -1.0, 0.25]', '3xf32'), 'm3': ('[0.1, 0.2, 0.3]', '3xf32'), 'v3': ('[1.0, 4.0, 0.25]', '3xf32'),
    'b4': ('[1, -2, 3, -128]', '4xi8'), 'u4': ('[1, 200, 3, 255]', '4xui8'), 'w4': ('[1.5, -2.25, 0.5, 7.0]', '4xf64'),
    'k3': ('[2, 0, 1]', '3xi32'), 'x5': ('[3.0, 1.0, 0x7FC00000, -0.0, 0.0]', '5xf32'), 'n5': ('[1, 2, 3, 4, 5]', '5xi32'),
    'im': ('[[[[1.0], [2.0], [5.0]], [[3.0], [-4.0], [0.5]], [[9.0], [1.0], [2.0]]]]', '1x3x3x1xf32'), 'ke': ('[[[[1.0]], [[0.5]]], [[[2.0]], [[-1.0]]]]', '2x2x1x1xf32'),
    'pads': ('[[1, 0], [0, 1]]', '2x2xi64'), 'st': ('[1, 2]', '2xui64'),
}
ADD = '({^bb0(%%a: tensor<%s>, %%b: tensor<%s>): %%s = stablehlo.%s %%a, %%b : tensor<%s> stablehlo.return %%s : tensor<%s>})'
def body(op, element='f32'): return ADD % (element, element, op, element, element)


def unary(op, *names):
    return '\n'.join('%%r%d = stablehlo.%s $%s : tensor<%s>' % (i, op, n, CONSTANTS[n][1]) for i, n in enumerate(names))


def binary(op, *pairs):
    return '\n'.join('%%r%d = stablehlo.%s $%s, $%s : tensor<%s>' % (i, op, a, b, CONSTANTS[a][1]) for i, (a, b) in enumerate(pairs))


def complex_result(line, n='2'):
    return line + ('\n%%r0 = stablehlo.real %%z : (tensor<%sxcomplex<f32>>) -> tensor<%sxf32>\n'
                   '%%r1 = stablehlo.imag %%z : (tensor<%sxcomplex<f32>>) -> tensor<%sxf32>' % (n, n, n, n))


BODIES = {
    'and or xor not': '%r0 = stablehlo.and $i4, $j4 : tensor<4xi32>\n%r1 = stablehlo.or $p4, $q4 : tensor<4xi1>\n%r2 = stablehlo.xor $p4, $q4 : tensor<4xi1>\n%r3 = stablehlo.not $p4 : tensor<4xi1>',
    'boolean arithmetic': binary('add', ('p4', 'q4')) + '\n%r1 = stablehlo.multiply $p4, $q4 : tensor<4xi1>\n%r2 = stablehlo.maximum $p4, $q4 : tensor<4xi1>\n%r3 = stablehlo.minimum $p4, $q4 : tensor<4xi1>',
    'boolean convert': '%r0 = stablehlo.convert $f4 : (tensor<4xf32>) -> tensor<4xi1>\n%r1 = stablehlo.convert $p4 : (tensor<4xi1>) -> tensor<4xf32>\n%r2 = stablehlo.convert $p4 : (tensor<4xi1>) -> tensor<4xi8>',
    'boolean compare': '%r0 = stablehlo.compare LT, $p4, $q4 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>\n%r1 = stablehlo.compare EQ, $u4, $u4, UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>',
    'unsigned arithmetic': binary('divide', ('u4', 'u4')) + '\n%r1 = stablehlo.remainder $u4, $u4 : tensor<4xui8>\n%r2 = stablehlo.subtract $u4, $u4 : tensor<4xui8>\n%r3 = stablehlo.power $u4, $u4 : tensor<4xui8>',
    'integer power': binary('power', ('i4', 'j4'), ('b4', 'b4')),
    'integer divide by zero': '%r0 = stablehlo.divide $j4, $i4 : tensor<4xi32>',
    'integer remainder by zero': '%r0 = stablehlo.remainder $j4, $i4 : tensor<4xi32>',
    'shifts beyond the width': '%c = stablehlo.constant dense<[32, -1, 100, 31]> : tensor<4xi32>\n%r0 = stablehlo.shift_left $i4, %c : tensor<4xi32>\n%r1 = stablehlo.shift_right_arithmetic $i4, %c : tensor<4xi32>\n%r2 = stablehlo.shift_right_logical $i4, %c : tensor<4xi32>',
    'f64 unary': '\n'.join('%%r%d = stablehlo.%s $w4 : tensor<4xf64>' % (i, op) for i, op in enumerate(('cbrt', 'cosine', 'exponential', 'exponential_minus_one', 'log', 'log_plus_one', 'logistic', 'rsqrt', 'sine', 'sqrt', 'tan', 'tanh', 'sign', 'round_nearest_afz'))),
    'atan2': binary('atan2', ('f4', 'g4'), ('w4', 'w4')),
    'sign of integers': unary('sign', 'i4', 'b4'), 'abs of integers': unary('abs', 'i4', 'b4'),
    'is_finite': '%r0 = stablehlo.is_finite $x5 : (tensor<5xf32>) -> tensor<5xi1>',
    'bitcast_convert': '%r0 = stablehlo.bitcast_convert $f4 : (tensor<4xf32>) -> tensor<4xi32>\n%r1 = stablehlo.bitcast_convert $f4 : (tensor<4xf32>) -> tensor<4x4xi8>\n%r2 = stablehlo.bitcast_convert %r1 : (tensor<4x4xi8>) -> tensor<4xf32>\n%r3 = stablehlo.bitcast_convert $b4 : (tensor<4xi8>) -> tensor<4x2xi4>\n%r4 = stablehlo.bitcast_convert $w4 : (tensor<4xf64>) -> tensor<4x2xf32>',
    'clamp scalar': '%r0 = stablehlo.clamp $zero, $f4, $one : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n%r1 = stablehlo.clamp $izero, $i4, $itwo : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>',
    'select scalar': '%r0 = stablehlo.select $yes, $f4, $g4 : tensor<i1>, tensor<4xf32>\n%r1 = stablehlo.select $p4, $f4, $g4 : tensor<4xi1>, tensor<4xf32>',
    'iota': '%r0 = stablehlo.iota dim = 0 : tensor<3x2xi32>\n%r1 = stablehlo.iota dim = 1 : tensor<3x2xf32>\n%r2 = stablehlo.iota dim = 0 : tensor<4xui8>\n%z = stablehlo.iota dim = 0 : tensor<2xcomplex<f32>>\n%r3 = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>',
    'complex arithmetic': complex_result('%y = stablehlo.multiply $c2, $d2 : tensor<2xcomplex<f32>>\n%x = stablehlo.divide %y, $d2 : tensor<2xcomplex<f32>>\n%w = stablehlo.add %x, $c2 : tensor<2xcomplex<f32>>\n%z = stablehlo.subtract %w, $d2 : tensor<2xcomplex<f32>>'),
    **{'complex ' + op: complex_result('%%z = stablehlo.%s $c2 : tensor<2xcomplex<f32>>' % op) for op in ('negate', 'sign', 'cosine', 'sine', 'exponential', 'exponential_minus_one', 'log', 'log_plus_one', 'logistic', 'rsqrt', 'sqrt', 'tanh', 'tan', 'cbrt')},
    'complex power': complex_result('%z = stablehlo.power $c2, $d2 : tensor<2xcomplex<f32>>'),
    'complex maximum': complex_result('%z = stablehlo.maximum $c2, $d2 : tensor<2xcomplex<f32>>'),
    'complex minimum': complex_result('%z = stablehlo.minimum $c2, $d2 : tensor<2xcomplex<f32>>'),
    'complex atan2': complex_result('%z = stablehlo.atan2 $c2, $d2 : tensor<2xcomplex<f32>>'),
    'complex remainder': complex_result('%z = stablehlo.remainder $c2, $d2 : tensor<2xcomplex<f32>>'),
    'complex abs': '%r0 = stablehlo.abs $c2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>\n%r1 = stablehlo.compare EQ, $c2, $d2 : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>\n%r2 = stablehlo.compare NE, $c2, $d2 : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>',
    'complex convert': complex_result('%z = stablehlo.convert $h2 : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f32>>'),
    'complex convert real': complex_result('%y = stablehlo.convert $at2 : (tensor<2xi32>) -> tensor<2xcomplex<f32>>\n%z = stablehlo.add %y, $c2 : tensor<2xcomplex<f32>>') + '\n%r2 = stablehlo.convert $c2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>',
    'complex make': complex_result('%z = stablehlo.complex $f4, $g4 : tensor<4xcomplex<f32>>', '4'),
    'complex movement': complex_result('%y = stablehlo.reverse $c2, dims = [0] : tensor<2xcomplex<f32>>\n%x = stablehlo.concatenate %y, $d2, dim = 0 : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<4xcomplex<f32>>\n%z = stablehlo.slice %x [1:3] : (tensor<4xcomplex<f32>>) -> tensor<2xcomplex<f32>>'),
    'complex dot': '%z = stablehlo.dot_general $c2, $d2, contracting_dims = [0] x [0] : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<complex<f32>>\n%r0 = stablehlo.real %z : (tensor<complex<f32>>) -> tensor<f32>\n%r1 = stablehlo.imag %z : (tensor<complex<f32>>) -> tensor<f32>',
    'complex reduce': '%i = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>\n%z = stablehlo.reduce($c2 init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>\n%r0 = stablehlo.real %z : (tensor<complex<f32>>) -> tensor<f32>\n%r1 = stablehlo.imag %z : (tensor<complex<f32>>) -> tensor<f32>',
    'complex is_finite': '%r0 = stablehlo.real $f4 : (tensor<4xf32>) -> tensor<4xf32>\n%r1 = stablehlo.imag $f4 : (tensor<4xf32>) -> tensor<4xf32>',
    'real of f64': '%r0 = stablehlo.real $h2 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>',
    'reduce two': '%r0, %r1 = "stablehlo.reduce"($f23, $i23, $zero, $izero) ({^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>): %p = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1> %s = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32> %t = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32> stablehlo.return %s, %t : tensor<f32>, tensor<i32>}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)',
    'reduce boolean': '%r0 = stablehlo.reduce($p4 init: $yes) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>\n%r1 = stablehlo.reduce($p4 init: $no) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>',
    'reduce wider': '%%c = stablehlo.constant dense<0> : tensor<i8>\n%%r0 = "stablehlo.reduce"($b4, %%c) %s {dimensions = array<i64: 0>} : (tensor<4xi8>, tensor<i8>) -> tensor<i32>' % body('add', 'i32'),
    'reduce wider float': '%%c = stablehlo.constant dense<0.0> : tensor<f32>\n%%r0 = "stablehlo.reduce"($f4, %%c) %s {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f64>' % body('add', 'f64'),
    'reduce_window': '%%r0 = "stablehlo.reduce_window"($f44, $minus) %s {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x4xf32>' % body('maximum'),
    'reduce_window two': '%r0, %r1 = "stablehlo.reduce_window"($f23, $g23, $zero, $one) ({^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>): %s = stablehlo.add %a, %c : tensor<f32> %t = stablehlo.multiply %b, %d : tensor<f32> stablehlo.return %s, %t : tensor<f32>, tensor<f32>}) {window_dimensions = array<i64: 1, 2>} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)',
    'select_and_scatter': '%%u = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>\n%%r0 = "stablehlo.select_and_scatter"($f44, %%u, $zero) ({^bb0(%%x: tensor<f32>, %%y: tensor<f32>): %%p = stablehlo.compare GE, %%x, %%y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %%p : tensor<i1>}, %s) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>' % body('add').strip('()'),
    'select_and_scatter padded': '%%u = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>\n%%r0 = "stablehlo.select_and_scatter"($f44, %%u, $one) ({^bb0(%%x: tensor<f32>, %%y: tensor<f32>): %%p = stablehlo.compare LE, %%x, %%y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %%p : tensor<i1>}, %s) {window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 3, 3>, padding = dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>' % body('add').strip('()'),
    'scatter': '%%u = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>\n%%r0 = "stablehlo.scatter"($f23, $at22, %%u) %s {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<2x3xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<2x3xf32>' % body('add'),
    'scatter out of bounds': '%%u = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>\n%%r0 = "stablehlo.scatter"($f4, $far, %%u) %s {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<4xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<4xf32>' % body('add'),
    'scatter window': '%%u = stablehlo.constant dense<[[10.0, 20.0, 30.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>\n%%i = stablehlo.constant dense<[1, 0]> : tensor<2xi32>\n%%r0 = "stablehlo.scatter"($f23, %%i, %%u) %s {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true} : (tensor<2x3xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<2x3xf32>' % body('subtract'),
    'gather': '%r0 = "stablehlo.gather"($f23, $at22) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false} : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<2xf32>',
    'gather out of bounds': '%r0 = "stablehlo.gather"($f4, $far) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>, indices_are_sorted = false} : (tensor<4xf32>, tensor<2x1xi64>) -> tensor<2x2xf32>',
    'dynamic_gather': '%s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n%r0 = "stablehlo.dynamic_gather"($f23, $at22, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false} : (tensor<2x3xf32>, tensor<2x2xi32>, tensor<2xi64>) -> tensor<2x1x2xf32>',
    'sort': '%r0 = "stablehlo.sort"($f44) ({^bb0(%a: tensor<f32>, %b: tensor<f32>): %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}) {dimension = 0 : i64, is_stable = true} : (tensor<4x4xf32>) -> tensor<4x4xf32>',
    'sort two': '%r0, %r1 = "stablehlo.sort"($x5, $n5) ({^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>): %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>}) {dimension = -1 : i64, is_stable = true} : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)',
    'map': '%r0 = "stablehlo.map"($f23, $g23) ({^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.multiply %a, %b : tensor<f32> %t = stablehlo.add %s, %a : tensor<f32> stablehlo.return %t : tensor<f32>}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>',
    'while': '%r0, %r1 = stablehlo.while(%i = $izero, %s = $f4) : tensor<i32>, tensor<4xf32> cond { %p = stablehlo.compare LT, %i, $itwo : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %p : tensor<i1> } do { %j = stablehlo.add %i, $ione : tensor<i32> %t = stablehlo.multiply %s, %s : tensor<4xf32> stablehlo.return %j, %t : tensor<i32>, tensor<4xf32> }',
    'if': '%r0 = "stablehlo.if"($yes) ({ stablehlo.return $f4 : tensor<4xf32> }, { stablehlo.return $g4 : tensor<4xf32> }) : (tensor<i1>) -> tensor<4xf32>\n%r1 = "stablehlo.if"($no) ({ stablehlo.return $f4 : tensor<4xf32> }, { %n = stablehlo.negate $g4 : tensor<4xf32> stablehlo.return %n : tensor<4xf32> }) : (tensor<i1>) -> tensor<4xf32>',
    'case': '\n'.join('%%c%d = stablehlo.constant dense<%d> : tensor<i32>\n%%r%d = "stablehlo.case"(%%c%d) ({ stablehlo.return $f4 : tensor<4xf32> }, { stablehlo.return $g4 : tensor<4xf32> }) : (tensor<i32>) -> tensor<4xf32>' % (i, v, i, i) for i, v in enumerate((0, 1, 2, -1))),
    'optimization_barrier': '%r0, %r1 = stablehlo.optimization_barrier $f4, $i4 : tensor<4xf32>, tensor<4xi32>',
    'dynamic_broadcast_in_dim': '%r0 = stablehlo.dynamic_broadcast_in_dim $s3, $l2, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>',
    'dynamic_iota': '%r0 = stablehlo.dynamic_iota $l2, dim = 1 : (tensor<2xi64>) -> tensor<2x3xf32>',
    'dynamic_reshape': '%r0 = stablehlo.dynamic_reshape $f23, $l32 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>',
    'dynamic_pad': '%r0 = stablehlo.dynamic_pad $f23, $zero, $ones2, $zeros2, $ones2 : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x6xf32>',
    'dynamic_slice': '%r0 = stablehlo.dynamic_slice $f44, $itwo, $itwo, sizes = [3, 1] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x1xf32>',
    'dynamic_update_slice': '%r0 = stablehlo.dynamic_update_slice $f44, $g23, $itwo, $itwo : (tensor<4x4xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>',
    'real_dynamic_slice': '%l = stablehlo.constant dense<[2, 3]> : tensor<2xi64>\n%r0 = stablehlo.real_dynamic_slice $f44, $ones2, %l, $ones2 : (tensor<4x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf32>',
    'dynamic_conv': '%r0 = "stablehlo.dynamic_conv"($im, $ke, $pads) {window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi64>) -> tensor<1x3x3x1xf32>',
    'get_dimension_size': '%r0 = stablehlo.get_dimension_size $f23, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>',
    'set_dimension_size': '%r0 = stablehlo.set_dimension_size $f23, $itwo, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>',
    'negative pad': '%r0 = stablehlo.pad $f44, $one, low = [-1, 1], high = [1, -2], interior = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x6xf32>',
    'broadcast': '%r0 = stablehlo.broadcast $s3, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>',
    'reverse transpose': '%r0 = stablehlo.reverse $f23, dims = [0, 1] : tensor<2x3xf32>\n%r1 = stablehlo.transpose $f23, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>',
    'reduce_precision': '%r0 = stablehlo.reduce_precision $f23, format = e5m2 : tensor<2x3xf32>',
    'tuple': '%t = stablehlo.tuple $f4, $i4 : tuple<tensor<4xf32>, tensor<4xi32>>\n%r0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>, tensor<4xi32>>) -> tensor<4xf32>\n%r1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>, tensor<4xi32>>) -> tensor<4xi32>',
    'batch_norm_inference': '%r0 = "stablehlo.batch_norm_inference"($f23, $s3, $o3, $m3, $v3) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>',
    'batch_norm_training': '%r0, %r1, %r2 = "stablehlo.batch_norm_training"($f23, $s3, $o3) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
    'batch_norm_grad': '%r0, %r1, %r2 = "stablehlo.batch_norm_grad"($f23, $s3, $m3, $v3, $g23) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)',
    'cholesky': '%r0 = stablehlo.cholesky $f33, lower = true : tensor<3x3xf32>',
    'triangular_solve': '%r0 = "stablehlo.triangular_solve"($f33, $f33) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>',
    'rng': '%r0 = stablehlo.rng $zero, $one, $l1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>',
    'rng_bit_generator': '%r0, %r1 = stablehlo.rng_bit_generator $st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui64>)',
    'fft': complex_result('%z = stablehlo.fft $c2, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>'),
    'einsum': '%r0 = stablehlo.einsum $f23, $f33, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>',
    'unary_einsum': '%r0 = stablehlo.unary_einsum $f23, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>',
    'torch_index_select': '%r0 = "stablehlo.torch_index_select"($f44, $k3) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<4x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>',
    'create_token': '%t = stablehlo.create_token : !stablehlo.token\n%u = stablehlo.after_all %t, %t : !stablehlo.token\n%r0 = stablehlo.negate $f4 : tensor<4xf32>',
    'after_all': '%u = "stablehlo.after_all"() : () -> !stablehlo.token\n%r0 = stablehlo.negate $f4 : tensor<4xf32>',
    'replica_id': '%r0 = stablehlo.replica_id : tensor<ui32>\n%r1 = stablehlo.partition_id : tensor<ui32>',
    'all_reduce': '%%r0 = "stablehlo.all_reduce"($f4) %s {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>' % body('add'),
    'all_gather': '%r0 = "stablehlo.all_gather"($f23) {all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
    'all_to_all': '%r0 = "stablehlo.all_to_all"($f23) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>',
    'collective_broadcast': '%r0 = "stablehlo.collective_broadcast"($f4) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>',
    'collective_permute': '%r0 = "stablehlo.collective_permute"($f4) {source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>',
    'collective_permute to another': '%r0 = "stablehlo.collective_permute"($f4) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>',
    'reduce_scatter': '%%r0 = "stablehlo.reduce_scatter"($f4) %s {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>' % body('add'),
    'cross-replica-sum': '%r0 = "stablehlo.cross-replica-sum"($f4) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>',
    'dot': '%r0 = stablehlo.dot $f23, $f33 : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>\n%r1 = stablehlo.dot $s3, $o3 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>\n%r2 = stablehlo.dot_general $i23, $i33, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x3xi32>) -> tensor<2x3xi32>',
    'dot mixed types': '%r0 = stablehlo.dot_general $b4, $b4, contracting_dims = [0] x [0] : (tensor<4xi8>, tensor<4xi8>) -> tensor<i32>\n%r1 = stablehlo.dot_general $b4, $b4, contracting_dims = [0] x [0] : (tensor<4xi8>, tensor<4xi8>) -> tensor<i8>',
    'empty': '%e = stablehlo.constant dense<> : tensor<0x3xf32>\n%r0 = stablehlo.reduce(%e init: $one) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>\n%r1 = stablehlo.concatenate %e, $f23, dim = 0 : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>',
    'custom_call': '%r0 = stablehlo.custom_call @unknown($f4) : (tensor<4xf32>) -> tensor<4xf32>',
    'infeed': '%t = "stablehlo.after_all"() : () -> !stablehlo.token\n%r0, %u = "stablehlo.infeed"(%t) {infeed_config = "x"} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)',
    'outfeed': '%t = "stablehlo.after_all"() : () -> !stablehlo.token\n%u = "stablehlo.outfeed"($f4, %t) {outfeed_config = "x"} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token\n%r0 = stablehlo.negate $f4 : tensor<4xf32>',
    'chlo top_k': '%r0, %r1 = chlo.top_k($f4, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)',
    'chlo square': '%r0 = chlo.square $f4 : tensor<4xf32> -> tensor<4xf32>', 'chlo erf': '%r0 = chlo.erf $f4 : tensor<4xf32> -> tensor<4xf32>',
}
# Whole programs: functions that call others.
MODULES = {
    'call': 'func.func @main() -> tensor<4xf32> { %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> %0 = func.call @twice(%c) : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }\nfunc.func private @twice(%a: tensor<4xf32>) -> tensor<4xf32> { %0 = stablehlo.add %a, %a : tensor<4xf32> return %0 : tensor<4xf32> }',
    'composite': 'func.func @main() -> tensor<4xf32> { %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> %0 = stablehlo.composite "my.op" %c {decomposition = @twice, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }\nfunc.func private @twice(%a: tensor<4xf32>) -> tensor<4xf32> { %0 = stablehlo.add %a, %a : tensor<4xf32> return %0 : tensor<4xf32> }',
    'cf.br': 'func.func @main() -> tensor<f32> { %c = stablehlo.constant dense<1.0> : tensor<f32> cf.br ^bb1(%c : tensor<f32>)\n^bb1(%a: tensor<f32>): return %a : tensor<f32> }',
}


def text_of(name):
    if name in MODULES: return MODULES[name]
    body = BODIES[name]
    lines, types = [], {}
    for constant in dict.fromkeys(re.findall(r'\$(\w+)', body)):
        value, kind = CONSTANTS[constant]
        lines.append('%%k_%s = stablehlo.constant dense<%s> : tensor<%s>' % (constant, value, kind))
    body = re.sub(r'\$(\w+)', r'%k_\1', body)
    for line in body.split('\n'):
        names = re.findall(r'%r\d+', line.split(' = ')[0])
        if not names: continue
        tail = line[line.rindex(' : ') + 3:]
        if names and line.split(' = ')[1].startswith('stablehlo.while'): tail = 'tensor<i32>, tensor<4xf32>'
        if '->' in tail: tail = tail.split('->', 1)[1].strip()
        kinds = re.findall(r'tensor<(?:[^<>]|<[^<>]*>)*>', tail)
        if len(kinds) < len(names): kinds = re.findall(r'tensor<(?:[^<>]|<[^<>]*>)*>', line)[-len(names):]
        types.update(zip(names, kinds if len(names) > 1 else kinds[-1:]))
    order = sorted(types, key=lambda n: int(n[2:]))
    results = ', '.join(types[n] for n in order)
    return 'func.func @main() -> (%s) {\n  %s\n  %s\n  return %s : %s\n}\n' % (
        results, '\n  '.join(lines), body.replace('\n', '\n  '), ', '.join(order), results)


def op_programs():
    for name in [*BODIES, *MODULES]: yield name, text_of(name)
