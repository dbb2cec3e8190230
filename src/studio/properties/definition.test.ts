import { expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { defineForm, filledOf, groupsOf } from './definition.ts';
import { describeType, plainSentences } from './describe.ts';

it.each([
  ...Object.keys(shapes.widgets).map((type) => ['widgets', type] as const),
  ...Object.keys(shapes.overlays).map((type) => ['overlays', type] as const),
])('compiles the form of %s %s without errors', (kind, type) => {
  const { problems, plans } = compileProject(defineForm(groupsOf(filledOf(kind, type))));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(plans.has('properties')).toBe(true);
});

it.each(['widgets', 'overlays', 'elements', 'records', 'actions'] as const)(
  'shows no sentence about %s that only developers need',
  (kind) => {
    for (const type of Object.keys(shapes[kind])) {
      const helps = filledOf(kind, type).map(({ help }) => help);
      const own = kind === 'widgets' || kind === 'overlays' ? [describeType(kind, type).help] : [];
      for (const help of [...helps, ...own])
        expect(help).not.toMatch(/`|true:|UTF|JSON|grammar|endpoint|\$\{|regular expression/);
    }
  },
);

it.each(['widgets', 'overlays', 'elements', 'records', 'actions'] as const)(
  'begins no help about %s with a sentence that continues one which is left out',
  (kind) => {
    for (const type of Object.keys(shapes[kind]))
      for (const { help } of filledOf(kind, type))
        expect(help).not.toMatch(/^(?:It|They|Further|Until both|Without it|False)\b|^If (?:one|neither) is/);
  },
);

it('leaves out what continues a sentence for developers, up to the next that stands alone', () => {
  expect(plainSentences('`a`: a box. It is large. Without it, none. Choose a colour. It is kept.')).toBe(
    'Choose a colour. It is kept.',
  );
  expect(plainSentences('A box. It is large. false: a warning. Without it, none.')).toBe(
    'A box. It is large. Off: a warning. Without it, none.',
  );
});

it('keeps the sentences of a description that everybody understands', () => {
  expect(
    plainSentences('In a form: true: it may grow. Its name was `big` until grammar 4. Two lines at most.'),
  ).toBe('It may grow. Two lines at most.');
  expect(plainSentences(undefined)).toBe('');
});
