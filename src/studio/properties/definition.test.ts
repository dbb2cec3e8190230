import { expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { defineForm, filledOf, groupsOf } from './definition.ts';

it.each([
  ...Object.keys(shapes.widgets).map((type) => ['widgets', type] as const),
  ...Object.keys(shapes.overlays).map((type) => ['overlays', type] as const),
])('compiles the form of %s %s without errors', (kind, type) => {
  const { problems, plans } = compileProject(defineForm(groupsOf(filledOf(kind, type))));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(plans.has('properties')).toBe(true);
});
