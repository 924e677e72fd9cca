"""Makes voice-encoder.onnx of the checkpoint in Resemblyzer 0.1.4: weights in half precision, computed in single precision.

    pip download --no-deps Resemblyzer==0.1.4 && unzip -j Resemblyzer-*.whl resemblyzer/pretrained.pt
    pip install numpy onnx && python3 convert.py pretrained.pt voice-encoder.onnx
"""

import pickle
import sys
from collections import OrderedDict

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HIDDEN, MELS = 256, 40


class Weights(pickle.Unpickler):
    """Reads tensors without torch, and no other object."""

    def find_class(self, module, name):
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda key, offset, size, stride, *_: (key, offset, size, stride)
        if module == "torch" and name.endswith("Storage"):
            return name
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        raise pickle.UnpicklingError(f"{module}.{name} is not expected in a checkpoint")

    def persistent_load(self, saved):
        return saved[2]


def read(path):
    """The checkpoint's tensors by name: the pickles of three headers, of the tensors and of the storages' keys, then the storages."""
    with open(path, "rb") as file:
        for _ in range(3):
            Weights(file).load()
        tensors = Weights(file).load()["model_state"]
        storages = {}
        for key in Weights(file).load():
            count = int.from_bytes(file.read(8), "little")
            storages[key] = file.tell()
            file.seek(4 * count, 1)
        state = {}
        for name, (key, offset, size, _) in tensors.items():
            file.seek(storages[key] + 4 * offset)
            count = int(np.prod(size))
            state[name] = np.frombuffer(file.read(4 * count), np.float32).reshape(size)
        return state


def gates(weights):
    """torch orders the gates input, forget, cell, output; ONNX input, output, forget, cell."""
    i, f, c, o = np.split(weights, 4)
    return np.concatenate([i, o, f, c])


def build(state):
    nodes, weights = [], []

    def add(kind, inputs, output, **attributes):
        nodes.append(helper.make_node(kind, inputs, [output] if isinstance(output, str) else output, **attributes))
        return output

    def weight(name, array):
        weights.append(numpy_helper.from_array(array.astype(np.float16), f"{name}_half"))
        return add("Cast", [f"{name}_half"], name, to=TensorProto.FLOAT)

    weights.append(numpy_helper.from_array(np.array([1], np.int64), "direction"))
    weights.append(numpy_helper.from_array(np.array([0], np.int64), "first"))
    x = add("Transpose", ["mels"], "frames", perm=[1, 0, 2])
    for layer in range(3):
        part = lambda kind: gates(state[f"lstm.{kind}_l{layer}"])[np.newaxis]
        biases = np.concatenate([part("bias_ih"), part("bias_hh")], axis=1)
        inputs = [
            x,
            weight(f"input{layer}", part("weight_ih")),
            weight(f"hidden{layer}", part("weight_hh")),
            weight(f"bias{layer}", biases),
        ]
        add("LSTM", inputs, [f"all{layer}", f"last{layer}"], hidden_size=HIDDEN)
        x = add("Squeeze", [f"all{layer}", "direction"], f"layer{layer}")
    last = add("Squeeze", ["last2", "first"], "last")
    linear = [last, weight("linear", state["linear.weight"]), weight("offset", state["linear.bias"])]
    add("Relu", [add("Gemm", linear, "projected", transB=1)], "voices")
    graph = helper.make_graph(
        nodes,
        "voice-encoder",
        [helper.make_tensor_value_info("mels", TensorProto.FLOAT, ["windows", "frames", MELS])],
        [helper.make_tensor_value_info("voices", TensorProto.FLOAT, ["windows", HIDDEN])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    onnx.save(build(read(sys.argv[1])), sys.argv[2])
