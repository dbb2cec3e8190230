import { beforeAll, describe, expect, it } from 'vitest';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { library } from '#renderer/grammar/testing.ts';
import { findReviewNeeds, type Side } from '#src/review/review-needs.ts';
import { compileFiles } from '#src/server/registry/compile.ts';
import { readUploadFields } from '#src/shared/uploads/upload-fields.ts';
import { defineWidget } from './define.ts';
import { speak } from './speak.ts';

const field = (name: string, writes: unknown, properties: { readonly [name: string]: object } = {}) =>
  defineWidget<object>({
    name,
    schema: {
      description: 'A field of another package.',
      required: ['label'],
      properties: {
        name: { $ref: 'value.schema.json#/$defs/name' },
        bind: { $ref: 'value.schema.json#/$defs/path' },
        label: { $ref: 'value.schema.json#/$defs/text' },
        rules: { type: 'array', items: { $ref: 'rule.schema.json' } },
        ...properties,
      },
      'x-writes': writes,
    },
    load: () => Promise.reject(new Error('Nothing is rendered here.')),
  });

const form = (...body: object[]) => ({ body: [{ type: 'form', id: 'visit', body }] });
const codesOf = (screen: Parameters<typeof library>[0]) =>
  inspectProject(library(screen)).problems.map(({ code, pointer }) => `${code} ${pointer}`);

function sideOf(screen: Parameters<typeof library>[0]): Side {
  const files = library({
    ...screen,
    params: {},
    data: {},
  });
  const { app, plans, problems } = compileFiles(files);
  if (app === undefined) throw new Error(JSON.stringify(problems));
  return {
    files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
    app: JSON.stringify(app),
    plans: Object.fromEntries([...plans].map(([id, plan]) => [id, JSON.stringify(plan)])),
    plan: (id) => plans.get(id) ?? raise(id),
    appPlan: () => app,
    text: (path) => files.find((file) => file.path === path)?.text,
  };
}

function raise(id: string): never {
  throw new Error(`There is no screen "${id}".`);
}

describe('fields of another package', () => {
  beforeAll(() =>
    speak({
      widgets: [
        field('pledge', 'boolean', { initial: { type: 'boolean' } }),
        field(
          'scans',
          { list: 'url' },
          {
            upload: { $ref: 'value.schema.json#/$defs/id' },
            accept: { type: 'array', items: { type: 'string' } },
          },
        ),
      ],
    }),
  );

  it('cause a warning if they are ticked initially, and count as consent in a review', () => {
    const pledge = { type: 'pledge', label: 'I agree.' };
    const state = { agreed: { type: 'boolean', initial: true } };
    const ticked = { state, body: [{ ...pledge, bind: 'state.agreed' }] };
    expect(codesOf(ticked)).toContain('consent/prechecked /body/0');
    expect(codesOf(form({ ...pledge, name: 'agreed', initial: true }))).toContain(
      'consent/prechecked /body/0/body/0',
    );
    const needs = findReviewNeeds(sideOf({ body: [] }), sideOf(ticked));
    expect(needs).toContainEqual({ kind: 'consent', subject: 'shelf' });
  });

  it('count as consent in a review if the library does not know their type', () => {
    const { plan, ...rest } = sideOf({ body: [] });
    const unknown: Side = {
      ...rest,
      plan: (id) => ({ ...plan(id), body: [{ id: 'a', type: 'oath', reads: [] }] }),
      plans: { ...rest.plans, shelf: 'another' },
    };
    expect(findReviewNeeds({ ...rest, plan }, unknown)).toContainEqual({ kind: 'consent', subject: 'shelf' });
  });

  it('cause no warning about an unsent value if they must be ticked', () => {
    const rules = [{ rule: 'required', message: 'Agree.' }];
    const pledge = { type: 'pledge', name: 'agreed', label: 'I agree.', rules };
    expect(codesOf(form(pledge)).filter((code) => code.startsWith('field/unsent'))).toEqual([]);
  });

  it('need an upload endpoint if they upload, and declare the file types that they accept', () => {
    const scans = { type: 'scans', name: 'scans', label: 'Scans', upload: 'book', accept: ['.pdf'] };
    expect(codesOf(form(scans))).toContain('endpoint/no-upload /body/0/body/0/upload');
    const files = library(form(scans)).map(({ path, text }) => [path, Buffer.from(text)] as const);
    expect([...readUploadFields(new Map(files))]).toEqual([['book', ['application/pdf']]]);
  });
});
