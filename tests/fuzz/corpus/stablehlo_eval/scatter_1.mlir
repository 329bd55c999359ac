func.func @main() -> tensor<4xi32> {
  %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %at = stablehlo.constant dense<[[1], [3], [1], [9]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
