x!quant.uniform<i8:f32, 0.01:3>>
    return %r : tensor<
