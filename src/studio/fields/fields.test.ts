import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { insertItem } from '../model/edits.ts';
import {
  callKind,
  emptyDraft,
  faultsOf,
  isAsked,
  readField,
  readTable,
  writeField,
  writeRequest,
} from './field-draft.ts';
import { allItems, outlineOf } from '../model/outline.ts';
import { findFormFields, limitsOf, samplesOf } from './form-fields.ts';

const PATH = 'screens/parts/bank-account.part.json';
const files = readProjectFiles('.');
const text = readFileSync(PATH, 'utf8');
const document: unknown = JSON.parse(text);
const app: unknown = JSON.parse(readFileSync('screens/app.json', 'utf8'));
const [fields = fail()] = findFormFields(document);
const samples = samplesOf(fields, loadFixtures('.').scenarios, 'bind-bank');
const draft = { ...emptyDraft(fields), code: 'branchName', title: 'Branch' };

function fail(): never {
  throw new Error('The bank form has no fields of a server.');
}

/** Problems of the project with one more field. */
function problemsWith(written: object): readonly string[] {
  const edited = insertItem({ path: PATH, text }, `${fields.pointer}/fields`, 1, written);
  return compileProject(files.map((file) => (file.path === PATH ? { ...file, text: edited.text } : file)))
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
}

describe('a field that is added to a server-supplied form', () => {
  it('can have only the kinds that the form allows', () => {
    expect(fields.allow.kinds.map(callKind)).toEqual(['Text', 'Enumeration', 'City select', 'Day']);
    expect(fields).toMatchObject({ form: 'bank', map: 'items', added: [] });
    expect(fields.mapped.map(({ source }) => source)).toEqual([{ endpoint: 'card-init', path: ['items'] }]);
    expect(fields.sections.map(({ title }) => title)).toContain('Personal');
  });

  it.each(fields.allow.kinds)('compiles as a %s, and the form reads back the same values', (kind) => {
    const said = {
      ...draft,
      kind,
      placeholder: 'As on your passbook',
      isNumeric: kind === 'text-field',
      options: kind === 'choice' ? [{ name: 'Main', value: '1' }] : emptyDraft(fields).options,
    };
    const written = writeField(said, fields.mapped[0]?.values);
    expect(problemsWith(written)).toEqual([]);
    expect(readField(JSON.parse(JSON.stringify(written)) as Json)).toEqual(said);
  });

  it('can be limited to people who chose an option, with a label in words', () => {
    const limits = limitsOf(document, app, fields, samples);
    expect(limits.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Account type: Bank account', expect.stringMatching(/^Channel: |: /)]),
    );
    const conditions = [limits[0], limits.at(-1)].map((limit) => limit?.condition ?? '');
    expect(conditions).toEqual(['state.cardType == 1', expect.stringContaining("form.bank.items[?'")]);
    for (const condition of conditions)
      expect(problemsWith(writeField({ ...draft, condition }, undefined))).toEqual([]);
  });

  it.each([
    ['', /Enter the code/],
    ['1st', /begins with a letter/],
    ['product_id', /is reserved/],
    ['channelNumber', /“Card init” sends a field “.+” with the code “channelNumber”/],
  ])('is refused with a message if its code is "%s"', (code, said) => {
    expect(faultsOf({ ...draft, code }, fields, samples).code).toMatch(said);
  });

  it('is refused with the code of another added field, or with duplicate options', () => {
    const other = { pointer: '', values: { name: 'branchName' } };
    expect(faultsOf(draft, { ...fields, added: [other] }, samples).code).toMatch(/added here/);
    expect(faultsOf(draft, fields, samples)).toEqual({});
    const same = { name: 'A', value: '1' };
    const choice = { ...draft, kind: 'choice' };
    expect(faultsOf({ ...choice, options: [same, same] }, fields, samples).options).toMatch(/twice/);
    expect(faultsOf(choice, fields, samples).options).toBe('Enter the options.');
    expect(faultsOf({ ...choice, title: ' ' }, fields, samples).title).toBe('Enter a label.');
  });

  it('takes its options from spreadsheet cells with one or two columns', () => {
    expect(readTable('Main\t1\r\nSide\t2\r\n')).toEqual([
      { name: 'Main', value: '1' },
      { name: 'Side', value: '2' },
    ]);
    expect(readTable('Main\nSide')).toEqual([
      { name: 'Main', value: 'Main' },
      { name: 'Side', value: 'Side' },
    ]);
    expect(readTable('Main')).toBeUndefined();
  });

  it("is in another group of the outline than the server's fields", () => {
    const added = insertItem(
      { path: PATH, text },
      `${fields.pointer}/fields`,
      1,
      writeField(draft, undefined),
    );
    const all = [...allItems(outlineOf(PATH, JSON.parse(added.text)))];
    const at = all.findIndex(({ type }) => type === 'sent');
    expect(all.slice(at, at + 3).map(({ type, name }) => [type, name])).toEqual([
      ['sent', 'card-init'],
      ['added', ''],
      ['text-field', 'Branch'],
    ]);
  });

  it('keeps members that the form does not edit', () => {
    const before = {
      ...writeField(draft, undefined),
      maxLength: '${40}',
      rules: [{ rule: 'length', max: 40 }],
    };
    expect(writeField({ ...readField(before), isRequired: true }, undefined, before)).toMatchObject({
      maxLength: '${40}',
      rules: [{ rule: 'required', message: 'Enter Branch' }, { rule: 'length' }],
    });
    expect(writeField({ ...draft, kind: 'day' }, undefined, before)).not.toHaveProperty('maxLength');
  });

  it("is described to the server's developers with its code, kind and endpoint", () => {
    expect(writeRequest(draft, 'bank-save', 'card-init')).toMatch(
      /`branchName`[^]*“Branch” \(text, required\)[^]*bank-save[^]*card-init/,
    );
  });
});

describe('a field with members that its form does not edit', () => {
  const PLAIN = { kind: 'text-field', name: 'branch', label: 'Branch' };
  it.each([
    ['nothing more', PLAIN, true],
    [
      'another message for a missing value',
      { ...PLAIN, rules: [{ rule: 'required', message: 'Say it' }] },
      true,
    ],
    ['a label with cases', { ...PLAIN, label: { choose: [{ when: 'a', value: 'A' }, 'B'] } }, false],
    [
      'the required rule in another position',
      {
        ...PLAIN,
        rules: [
          { rule: 'length', max: 3, message: 'a' },
          { rule: 'required', message: 'b' },
        ],
      },
      false,
    ],
    ['a field that accepts digits', { ...PLAIN, accept: 'digits' }, false],
    [
      'an option with a note',
      { ...PLAIN, kind: 'choice', options: [{ value: 'a', text: 'A', note: 'n' }] },
      false,
    ],
  ])('is edited by a form or left to the JSON: %s', (_what, written, isWhole) => {
    expect(isAsked(written)).toBe(isWhole);
  });

  it('keeps the message for a missing value', () => {
    const written = { ...PLAIN, rules: [{ rule: 'required', message: 'Say it' }] };
    expect(writeField({ ...readField(written), title: 'Branches' }, undefined, written)).toEqual({
      ...written,
      label: 'Branches',
    });
  });

  it('is edited by a form without loss or as JSON, for each field of the shipped screens', () => {
    const found: Json[] = [];
    const look = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(look);
      else if (isJson(value)) {
        if (value['type'] === 'fields' && Array.isArray(value['fields']))
          found.push(...value['fields'].filter(isJson));
        Object.values(value).forEach(look);
      }
    };
    for (const { path, text } of readProjectFiles('.')) if (path.endsWith('.json')) look(JSON.parse(text));
    expect(found.length).toBeGreaterThan(0);
    for (const field of found.filter(isAsked))
      expect(writeField(readField(field), field, field)).toEqual(field);
  });
});
