import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { diffProjects } from '#renderer/grammar/difference/diff-projects.ts';
import { library, type ScreenText } from '#renderer/grammar/testing.ts';
import { PAYING, screenWithText, WORDS_ALONE } from '#src/server/registry/testing.ts';
import type { Fixtures } from '../load.ts';
import type { Version } from '../model/version.ts';
import { LIBRARY_FIXTURES } from '../testing.ts';
import { isSame, namePicture } from './drawing.ts';
import { needsOf, newlyUntranslated, openVersion, pairStates } from './versions.ts';
import { cut, describeChange, showValue, titleOf } from './words.ts';

const SHELF = 'screens/shelf.screen.json';
/** Fixtures without the project's screens, which neither version has. */
const FIXTURES: Fixtures = {
  ...LIBRARY_FIXTURES,
  states: { ...LIBRARY_FIXTURES.states, screens: new Map([['gone', { states: [] }]]) },
};

const versionOf = (shelf: ScreenText) => openVersion(library(shelf, { app: WORDS_ALONE }));

const NO_NODES: ReadonlySet<string> = new Set();

describe('two versions of a project', () => {
  it('render the states of a changed screen, and keep the others as unchanged by their plans', () => {
    const { toDraw, unchanged } = pairStates(
      versionOf(screenWithText('One.')),
      versionOf(screenWithText('Two.')),
      FIXTURES,
    );
    expect(new Set(toDraw.map(({ screen }) => screen))).toEqual(new Set(['shelf']));
    expect(new Set(toDraw.map(({ language }) => language))).toEqual(new Set(['en', 'source']));
    expect(unchanged.map(({ screen }) => screen)).toContain('book');
  });

  it('render the states of a screen whose asset has changed under the same name', () => {
    const showing = (content: string): Version =>
      openVersion([
        ...library({ body: [{ type: 'image', src: 'asset:lamp', alt: 'A lamp' }] }),
        { path: 'screens/assets/lamp.svg', text: content.repeat(64) },
      ]);
    const { toDraw, unchanged } = pairStates(showing('a'), showing('b'), FIXTURES);
    expect(new Set(toDraw.map(({ screen }) => screen))).toEqual(new Set(['shelf']));
    expect(unchanged.map(({ screen }) => screen)).toContain('book');
    expect(pairStates(showing('a'), showing('a'), FIXTURES).toDraw).toEqual([]);
  });

  it('render nothing if only the order of members differs', () => {
    const [one, other] = [screenWithText('One.'), { ...screenWithText('One.'), title: 'Shelf' }];
    const { toDraw } = pairStates(versionOf({ title: 'Shelf', ...one }), versionOf(other), FIXTURES);
    expect(toDraw).toEqual([]);
  });

  it('need an approval if one of them moves money', () => {
    const [plain, paying] = [versionOf(screenWithText('One.')), versionOf(PAYING)];
    expect(needsOf(plain, paying)).toEqual([{ kind: 'money', subject: 'shelf' }]);
    expect(needsOf(paying, plain)).toEqual([{ kind: 'money', subject: 'shelf' }]);
    expect(needsOf(plain, versionOf(screenWithText('Two.')))).toEqual([]);
  });

  it('name app.json only if it changed itself, not if a screen got another address', () => {
    const [plain, moved] = [
      versionOf(screenWithText('One.')),
      versionOf({ ...screenWithText('One.'), routes: ['/elsewhere'] }),
    ];
    expect(needsOf(plain, moved)).toEqual([{ kind: 'change', subject: SHELF }]);
    const phone = { config: { desk: { phone: { type: 'string', default: '+2' } } } };
    const other = openVersion(library(screenWithText('One.'), { app: { ...WORDS_ALONE, ...phone } }));
    expect(needsOf(plain, other)).toEqual([{ kind: 'money', subject: 'screens/app.json' }]);
  });

  it('name app.json if another version of the compiler compiled it differently', () => {
    const [plain, moved] = [
      versionOf(screenWithText('One.')),
      versionOf({ ...screenWithText('One.'), routes: ['/elsewhere'] }),
    ];
    const { compiled } = moved;
    const app = compiled.app && { ...compiled.app, timeZone: 'Europe/Berlin' };
    const other: Version = { ...moved, compiled: { ...compiled, ...(app && { app }) } };
    expect(needsOf(plain, other)).toContainEqual({ kind: 'change', subject: 'screens/app.json' });
  });
});

describe('newlyUntranslated', () => {
  it('lists the texts that a change leaves without a translation, by language', () => {
    const version = (screen: ScreenText, messages: { [source: string]: string }) =>
      openVersion(
        library(screen, {
          app: { ...WORDS_ALONE, languages: { default: 'de', list: ['de', 'source'] } },
          messages: { de: messages },
        }),
      );
    const old = version(screenWithText('One.'), { 'One.': 'Eins.' });
    const young = version(screenWithText('Two.'), { 'One.': 'Eins.' });
    const told = newlyUntranslated(old, young);
    expect(told).toEqual([{ language: 'de', sources: ['Two.'] }]);
    expect(newlyUntranslated(young, young)).toEqual([]);
  });
});

describe('describeChange', () => {
  function wordsOf(before: ScreenText, after: ScreenText) {
    const [old, young] = [library(before), library(after)];
    const found = diffProjects(old, young);
    if ('unreadable' in found) throw new Error('Not readable.');
    const rootOf = (files: typeof old) =>
      JSON.parse(files.find(({ path }) => path === SHELF)?.text ?? '') as unknown;
    return found.map((change) => describeChange(change, rootOf(change.after === undefined ? old : young)));
  }

  it('names the node by its label, and the changed member', () => {
    expect(wordsOf(screenWithText('One.'), screenWithText('Two.'))).toEqual([
      { subject: 'Text “Two.”', member: 'text', before: 'One.', after: 'Two.' },
    ]);
  });

  it('shows bidi controls in a text to the approver', () => {
    expect(wordsOf(screenWithText('Pay 12-34.'), screenWithText('Pay \u202E43-21\u202C.'))).toEqual([
      {
        subject: 'Text “Pay \ufffd43-21\ufffd.”',
        member: 'text',
        before: 'Pay 12-34.',
        after: 'Pay \ufffd43-21\ufffd.',
      },
    ]);
  });

  it('names an added or removed node', () => {
    const two = {
      body: [
        { type: 'text', text: 'One.' },
        { type: 'button', text: 'Pay' },
      ],
    };
    expect(wordsOf(screenWithText('One.'), two)).toEqual([{ subject: 'Button “Pay”', member: '' }]);
    expect(wordsOf(two, screenWithText('One.'))).toEqual([{ subject: 'Button “Pay”', member: '' }]);
  });

  it('shows a value without its notation, and a translation by its text', () => {
    expect(showValue({ rule: 'length', most: 3, isStrict: true })).toBe('length, most: 3, is strict: yes');
    expect([[], {}, null, false, 'Pay'].map(showValue)).toEqual([
      'nothing',
      'nothing',
      'nothing',
      'no',
      'Pay',
    ]);
    const messages = (text: string) => ({ language: 'fil-PH', messages: { Pay: { text, draft: true } } });
    const change = {
      before: { pointer: '/messages/Pay/text', value: 'Bayad' },
      after: { pointer: '/messages/Pay/text', value: 'Magbayad' },
    };
    expect(describeChange(change, messages('Magbayad'))).toEqual({
      ...{ subject: 'Translation of “Pay”', member: 'text', before: 'Bayad', after: 'Magbayad' },
    });
    const place = { pointer: '/contexts/on repay/Pay', value: 'Bayad' };
    const root = { language: 'fil-PH', contexts: { 'on repay': { Pay: 'Bayad' } } };
    expect(describeChange({ after: place }, root).subject).toBe('Translation of “Pay” (on repay)');
  });

  it('cuts a long text at the end of a word, with its quotation marks closed', () => {
    expect(cut('Repayment and the shared part “Payment channels”', 40)).toBe(
      'Repayment and the shared part “Payment…”',
    );
    expect(cut('Repayment, Order Details', 11)).toBe('Repayment…');
    expect(cut('x'.repeat(12), 10)).toBe(`${'x'.repeat(10)}…`);
    expect(cut('Short', 5)).toBe('Short');
  });

  it('names documents', () => {
    expect(
      ['screens/app.json', 'screens/parts/fee.part.json', 'screens/messages/fil-PH.json', SHELF].map(titleOf),
    ).toEqual(['Application', 'Part fee', 'Words in Filipino (Philippines)', 'Screen shelf']);
  });
});

describe('two rendered states', () => {
  const drawing = { told: ['button "Pay"'], looks: ['button primary'], nodes: NO_NODES };
  const drawn = { looksOther: false, picture: 'known' };

  it('are the same only if both have the same texts and the same look', () => {
    const isSameAs = (after: object, looksOther = false) =>
      isSame({ ...drawn, before: drawing, after: { ...drawing, ...after }, looksOther });
    expect(isSameAs({})).toBe(true);
    expect(isSameAs({ told: ['button "Pay now"'] })).toBe(false);
    expect(isSameAs({ looks: ['button quiet'] })).toBe(false);
    expect(isSameAs({}, true)).toBe(false);
  });

  it('are not the same if one was not reached or does not exist', () => {
    const failed = { failed: 'No button.' };
    expect(isSame({ ...drawn, before: failed, after: failed })).toBe(false);
    expect(isSame({ ...drawn, after: drawing })).toBe(false);
  });

  it('have another picture name if one of them has other texts or another look', () => {
    const nameOf = (after: object, looks: readonly string[]) =>
      namePicture({ before: drawing, after: { ...drawing, ...after } }, looks);
    const name = nameOf({}, ['red']);
    expect(nameOf({}, ['red'])).toBe(name);
    expect(name).toMatch(/^[\w-]{1,64}$/);
    expect(new Set([name, nameOf({ told: [] }, ['red']), nameOf({}, ['blue'])]).size).toBe(3);
  });

  it('have a picture name in the format of stored reviews: 32 bits of each of two SHA-256 hashes', () => {
    const side = [drawing.told, drawing.looks];
    const text = JSON.stringify([[side, side], ['₱']]);
    const start = (salt: string) =>
      createHash('sha256')
        .update(salt + text)
        .digest('hex')
        .slice(0, 8);
    expect(namePicture({ before: drawing, after: drawing }, ['₱'])).toBe(start('a') + start('b'));
  });
});
