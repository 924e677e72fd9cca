// Some Nest packages are still CommonJS and require Nest's core, which is ESM. Jest refuses that while the core itself
// is being linked, so it is loaded before any of them.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
