// Strict schemas of Kubernetes' own resources, which refuse unknown fields: from a Python wheel, kept in a cache.
import { ensureFromWheel } from '../wheel.mjs';

/** The oldest version that the charts support. */
export const oldestKubernetes = '1.30';
export const newestKubernetes = '1.37';

const unpack = `
for version in ('1.30', '1.37'):
    name = 'kubernetes_validate/kubernetes-json-schema/v' + version + '.0-local-strict/_definitions.json'
    with open(os.path.join(target, version + '.json'), 'wb') as file:
        file.write(archive.read(name))
`;

/**
 * Returns a folder with a file `VERSION.json` for each version.
 * @returns {Promise<string>}
 */
export function ensureKubernetesSchemas() {
  return ensureFromWheel({ wheel: 'kubernetes-validate==1.37.0', folder: 'kubernetes-schemas-1.37', unpack });
}
