import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The two ONNX models of the recogniser; their digests were checked. */
export interface ModelFiles {
  encoder: Uint8Array;
  decoder: Uint8Array;
}

/** Digests of the tiny quantized English model in `@moonshine-ai/moonshine-js` 0.1.29 (MIT). */
const digests = {
  encoder_model: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
  decoder_model_merged: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
};

/** Reads the models from the installed package. The package's own code, which would use the network, is never run. */
export async function readModelFiles(): Promise<ModelFiles> {
  const folder = new URL('./model/tiny/quantized/', import.meta.resolve('@moonshine-ai/moonshine-js'));
  const read = (name: keyof typeof digests): Promise<Uint8Array> =>
    readVerified(fileURLToPath(new URL(`${name}.onnx`, folder)), digests[name]);
  const [encoder, decoder] = await Promise.all([read('encoder_model'), read('decoder_model_merged')]);
  return { encoder, decoder };
}

/**
 * Reads a file whose SHA-256 (hex) must match.
 * @throws Error naming the file when it does not
 */
export async function readVerified(path: string, sha256: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256)
    throw new Error(`speech model file ${path} is not the expected one (sha256 ${actual})`);
  return bytes;
}
