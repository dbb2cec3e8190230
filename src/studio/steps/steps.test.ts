import { describe, expect, it } from 'vitest';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { setAt, setMember } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import { openWorkspace } from '../model/workspace.ts';
import { addStep, setPicture, type Step, type Steps, stepsOf, takePicture } from './steps.ts';
import { valuesAt } from './values.ts';

const FILE = 'screens/payment-instructions.screen.json';
const STORED = 'screens/repay-code-stored.screen.json';
const files = readProjectFiles('.');
const view = openWorkspace({ base: files }).snapshot();
const document = documentOf(view, FILE);
const source = { path: FILE, text: view.texts.get(FILE) ?? '' };
const LIST = '/body/3/body/0/body';

function read(pointer: string, of: unknown = document): Steps {
  const steps = stepsOf(of, pointer);
  if (steps === undefined) throw new Error('There are none.');
  return steps;
}

describe('the steps of a group', () => {
  it('are found from the group, the list, or the image of a step', () => {
    const { list, steps } = read('/body/3');
    expect(list).toBe(LIST);
    expect(steps.map(({ text }) => text?.words)).toEqual([
      'Go to a partner store and say that you want to pay a bill.',
      'Give the name of the biller, and your payment code as the reference number.',
      'Pay the exact amount.',
      'Check the receipt and keep it.',
    ]);
    expect(steps[1]?.picture).toMatchObject({ src: 'asset:pay-counter' });
    expect(read('/body/3/body/0')).toEqual(read('/body/3'));
    expect(read(`${LIST}/1/body/1`)).toEqual(read('/body/3'));
  });

  it('are not found in a node with several groups or with none', () => {
    expect(stepsOf(document, '/body')).toBeUndefined();
    expect(stepsOf(document, '/body/0')).toBeUndefined();
  });

  it('are read-only if the server sends them', () => {
    const stored = documentOf(view, STORED);
    const [way] = [...JSON.stringify(stored).matchAll(/"way\.steps"/g)];
    expect(way).toBeDefined();
    expect(read('/body/0', stored).steps.map(({ each }) => each)).toEqual(['way.steps']);
  });
});

describe('a step', () => {
  const workspace = openWorkspace({ base: files });
  const isSound = (text: string) => workspace.wouldBeSound({ [FILE]: text });

  it('is inserted behind another', () => {
    const { text, pointer } = addStep(source, LIST, 1);
    expect(pointer).toBe(`${LIST}/1`);
    expect(read('/body/3', JSON.parse(text)).steps[1]?.text?.words).toBe('New step');
    expect(isSound(text)).toBe(true);
  });

  it('gets an image, another image, and none', () => {
    const [plain] = read('/body/3').steps;
    if (plain === undefined) throw new Error('There is none.');
    const shown = setPicture(source, document, plain, 'asset:pay-bills', 'The counter');
    expect(isSound(shown.text)).toBe(true);
    const [given] = read('/body/3', JSON.parse(shown.text)).steps;
    expect(given).toMatchObject({
      text: { words: 'Go to a partner store and say that you want to pay a bill.' },
      picture: { src: 'asset:pay-bills', alt: 'The counter' },
    });
    if (given === undefined) throw new Error('It went.');
    const next = { path: FILE, text: shown.text };
    const other = setPicture(next, JSON.parse(shown.text), given, 'asset:help', 'Help');
    expect(read('/body/3', JSON.parse(other.text)).steps[0]?.picture).toMatchObject({
      src: 'asset:help',
      alt: 'Help',
    });
    const taken = takePicture(next, given);
    expect(read('/body/3', JSON.parse(taken.text)).steps[0]).not.toHaveProperty('picture');
    expect(isSound(taken.text)).toBe(true);
  });

  it('keeps an image with conditions, because the form does not show all of it', () => {
    const alt = { choose: [{ when: 'device.online', value: 'A counter' }, 'A queue'] };
    const src = { choose: [{ when: 'device.online', value: 'asset:pay-counter' }, 'asset:pay-bills'] };
    for (const chosen of [{ alt }, { src }]) {
      const picture = { type: 'image', src: 'asset:pay-counter', alt: 'A counter', ...chosen };
      const { text } = setPicture(source, document, read('/body/3').steps[0] as Step, 'asset:help', 'Help');
      const at = `${LIST}/0/body/1`;
      const edited = setAt({ path: FILE, text }, at, picture).text;
      const [step] = read('/body/3', JSON.parse(edited)).steps;
      if (step === undefined) throw new Error('There is none.');
      const next = { path: FILE, text: edited };
      expect(setPicture(next, JSON.parse(edited), step, 'asset:help', 'Help').text).toBe(edited);
      expect(takePicture(next, step).text).toBe(edited);
    }
  });

  it('can name every offered value; values that may be absent are not offered', () => {
    const at = '/body/2/body/0/body/0/body/0';
    const values = valuesAt(files, FILE, `${at}/text`);
    expect(values[0]).toEqual({ label: 'Name (wallet)', path: 'wallet.name', written: '${wallet.name}' });
    expect(values.map(({ path }) => path).filter((path) => path.startsWith('kept'))).toEqual([]);
    expect(new Set(values.map(({ label }) => label)).size).toBe(values.length);
    const words = values.map(({ written }) => written).join(' ');
    expect(isSound(setMember(source, at, 'text', words).text)).toBe(true);
  });

  it('can name the payment code if it is known, with its format', () => {
    const code = 'screens/repay-code.screen.json';
    const at = stepsOf(documentOf(view, code), '/body/0')?.steps[3]?.text?.pointer ?? '';
    const values = valuesAt(files, code, `${at}/text`);
    expect(values.map(({ written }) => written)).toContain('${money(params.repayAmount)}');
  });
});
