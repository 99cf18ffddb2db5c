"""One page = one view module = one template folder = one test module, all named alike."""
