func.func @main(%a: tensor<2x2xf32>, %b: tensor<9x1xf32>) -> tensor<9x1xf32> {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<9x1xf32>) -> tensor<9x1xf32>
  return %r : tensor<9x1xf32>
}
