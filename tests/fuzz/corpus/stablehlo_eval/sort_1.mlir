func.func @main() -> (tensor<5xi32>, tensor<5xi32>) {
  %key = stablehlo.constant dense<[3, 1, 2, 1, 3]> : tensor<5xi32>
  %tag = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %r:2 = "stablehlo.sort"(%key, %tag) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  return %r#0, %r#1 : tensor<5xi32>, tensor<5xi32>
}
