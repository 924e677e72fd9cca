import { cases } from './cases.ts';
import { render } from './helm.ts';
import { objectsIn, type KubeObject } from './objects.ts';

/** All specs of a run share this module, so that each case is rendered once. */
const renders = new Map(
  await Promise.all(
    cases.map(async ({ name, chart, valuesFile }) => {
      const text = await render(chart, [valuesFile]);
      return [name, { text, objects: objectsIn(text) }] as const;
    }),
  ),
);

function renderOf(name: string) {
  const found = renders.get(name);
  if (!found) throw new Error(`There is no case ${name}.`);
  return found;
}

/** The objects that a chart makes of a case's values. */
export const rendered = (name: string): KubeObject[] => renderOf(name).objects;

/** The same as Helm's text. */
export const renderedText = (name: string): string => renderOf(name).text;
