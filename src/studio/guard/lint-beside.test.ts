import { expect, it } from 'vitest';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { createLint, type LintAnswer, type LintQuestion } from './lint-beside.ts';

const file = (path: string, text = ''): SourceFile => ({ path, text });
const warning = (message: string) => ({
  ...{
    code: 'text/too-long',
    severity: 'warning' as const,
    file: 'a',
    line: 1,
    column: 1,
    pointer: '',
    message,
  },
});

function given() {
  const asked: LintQuestion[] = [];
  let hear: (event: { readonly data: LintAnswer }) => void = () => undefined;
  let opened = 0;
  const lint = createLint(() => {
    opened += 1;
    return {
      postMessage: (question) => asked.push(question),
      addEventListener: (_name, listener) => {
        hear = listener;
      },
    };
  });
  return { lint, asked, opened: () => opened, answer: (...data: LintAnswer) => hear({ data }) };
}

it('sends only changed files to one worker', async () => {
  const { lint, asked, opened, answer } = given();
  const [one, two] = [file('a', 'one'), file('b')];
  expect(opened()).toBe(0);
  const first = lint([one, two]);
  answer(warning('first'));
  expect(await first).toEqual([warning('first')]);
  const changed = file('a', 'other');
  const second = lint([changed]);
  answer();
  expect(await second).toEqual([]);
  expect(asked).toEqual([
    { files: [one, two], gone: [] },
    { files: [changed], gone: ['b'] },
  ]);
  expect(opened()).toBe(1);
});

it('lints only the last of several versions that arrive while the worker is busy, with all their changes', async () => {
  const { lint, asked, answer } = given();
  const told: string[] = [];
  const ask = (name: string, ...files: SourceFile[]) =>
    void lint(files).then((found) => told.push(...found.map(({ message }) => `${name}: ${message}`)));
  ask('first', file('a', '1'));
  ask('second', file('a', '2'), file('b'));
  ask('third', file('a', '3'));
  expect(asked).toHaveLength(1);
  answer(warning('one'));
  answer(warning('three'));
  await Promise.resolve();
  expect(asked).toEqual([
    { files: [file('a', '1')], gone: [] },
    { files: [file('a', '3')], gone: [] },
  ]);
  expect(told).toEqual(['first: one', 'third: three']);
});
