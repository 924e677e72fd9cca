import { cases } from './cases.ts';
import { render } from './helm.ts';
import { objectsIn, type KubeObject } from './objects.ts';

/** All specs of a run share this module, so that each case is rendered once. */
const renders = new Map(
  await Promise.all(
    cases.map(async ({ name, chart, valuesFile }) => {
      const text = await render(chart, [valuesFile]);
      return [name, objectsIn(text)] as const;
    }),
  ),
);

/** The objects that a chart makes of a case's values. */
export function rendered(name: string): KubeObject[] {
  const objects = renders.get(name);
  if (!objects) throw new Error(`There is no case ${name}.`);
  return objects;
}
