module {
  func.func private @ext(tensor<f32>, tensor<4xf32> {a.b = 1 : i32}) -> (tensor<f32> {x.y = "s"})
  func.func public @main(%arg0: tensor<f32> {mhlo.x = true}, %arg1: tensor<4xf32>) -> (tensor<f32> {jax.z}, tensor<4xf32>) attributes {foo = "bar", "we ird" = 2.500000e+00 : f32} {
    %0 = call @ext(%arg0, %arg1) : (tensor<f32>, tensor<4xf32>) -> tensor<f32>
    return %arg0, %arg1 : tensor<f32>, tensor<4xf32>
  }
  func.func @g(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<i32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [0] {foo = 1 : i32} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
     reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<f32>, %arg7: tensor<f32>)  {
      stablehlo.return %arg4, %arg5 : tensor<f32>, tensor<f32>
    }
    %2 = "stablehlo.if"(%arg2) ({
      %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      stablehlo.return %cst_3 : tensor<f32>
    }, {
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %3:2 = stablehlo.while(%iterArg = %arg3, %iterArg_3 = %arg1) : tensor<i32>, tensor<f32> attributes {foo}
    cond {
      stablehlo.return %arg2 : tensor<i1>
    } do {
      %13 = stablehlo.add %iterArg_3, %arg1 : tensor<f32>
      stablehlo.return %iterArg, %13 : tensor<i32>, tensor<f32>
    }
    %4 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %13 = stablehlo.subtract %arg4, %arg5 : tensor<f32>
      stablehlo.return %13 : tensor<f32>
    }) {a = 2 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    stablehlo.custom_call @check.eq(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> ()
    %5 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %6 = stablehlo.real %5 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %7 = chlo.broadcast_add %arg0, %arg0 {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    %c = stablehlo.constant dense<true> : tensor<2xi1>
    %cst = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,0x7FC00000)]> : tensor<2xcomplex<f32>>
    %c_0 = stablehlo.constant {foo = 3 : i32} dense<[-1, 7]> : tensor<2xi4>
    %cst_1 = stablehlo.constant() <{value = dense<1> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<ui8:f32, 5.000000e-01>>
    %c_2 = stablehlo.constant dense<0> : tensor<1x1xi64>
    %8 = stablehlo.slice %arg0 [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
    %9 = "stablehlo.gather"(%arg0, %c_2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1x1xi64>) -> tensor<1xf32>
    %10 = stablehlo.compare LT, %arg0, %arg0, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %11 = stablehlo.select %10, %arg0, %arg0 : tensor<4xi1>, tensor<4xf32>
    %12 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], precision = [HIGH, DEFAULT] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return
  }
}
