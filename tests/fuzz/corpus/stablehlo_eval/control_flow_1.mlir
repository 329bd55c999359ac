module {
func.func @twice(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %loop:2 = "stablehlo.while"(%zero, %zero) ({
    ^bb0(%i: tensor<i32>, %sum: tensor<i32>):
      %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%i: tensor<i32>, %sum: tensor<i32>):
      %next = stablehlo.add %i, %one : tensor<i32>
      %more = stablehlo.add %sum, %i : tensor<i32>
      stablehlo.return %next, %more : tensor<i32>, tensor<i32>
  }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %big = stablehlo.compare GT, %loop#1, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %picked = "stablehlo.if"(%big) ({
    %d = func.call @twice(%loop#1) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %d : tensor<i32>
  }, {
    stablehlo.return %zero : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %branch = "stablehlo.case"(%ten) ({
    stablehlo.return %zero : tensor<i32>
  }, {
    stablehlo.return %one : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %loop#1, %picked, %branch : tensor<i32>, tensor<i32>, tensor<i32>
}
}
