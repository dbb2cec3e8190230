import { describe, expect, it } from 'vitest';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { recordsIn, valueAt } from '#renderer/grammar/pointer.ts';
import type { Type, TypeContext } from '#renderer/grammar/type.ts';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { scopeOf } from '../conditions/subjects.ts';
import { withOptionalDots, fieldPathOf, sendFieldAs, sendingsOf } from './sent-fields.ts';

const files = readProjectFiles('.').filter(({ path }) => /\.(?:screen|part)\.json$/.test(path));
const complaint = files.find(({ path }) => path.endsWith('complaint-form.screen.json')) ?? fail();

function fail(): never {
  throw new Error('There is no complaint form.');
}

function read({ text, path }: { readonly text: string; readonly path: string }): unknown {
  return parseDocument(text, path).document?.value;
}

/** In all documents, each field that is sent as its own member. */
const sent = files.flatMap((file) =>
  [...recordsIn(read(file))].flatMap(({ pointer }) => {
    const path = fieldPathOf(read(file), pointer);
    const sending = path && sendingsOf(read(file), path).find(({ member }) => member !== undefined);
    return path && sending ? [{ file, pointer, path, sending }] : [];
  }),
);

describe('the field of a form', () => {
  it('has its path, and the member of the request that takes it', () => {
    const document = read(complaint);
    expect(fieldPathOf(document, '/body/1/body/0')).toBe('form.complaint.detail');
    expect(fieldPathOf(document, '/body/1')).toBeUndefined();
    expect(fieldPathOf(document, '/body/0')).toBeUndefined();
    expect(sendingsOf(document, 'form.complaint.detail')).toMatchObject([
      { endpoint: 'problem-save', member: 'problemDetail', partOf: [] },
    ]);
    expect(sendingsOf(document, 'form.complaint.photos')).toMatchObject([
      { member: undefined, partOf: ['problemImage'] },
    ]);
    // A longer name belongs to another field.
    expect(sendingsOf(document, 'form.complaint.detai')).toMatchObject([{ member: undefined, partOf: [] }]);
  });

  it('has no path if it is a list of records, or in one', () => {
    const repeat = { type: 'repeat', name: 'people', body: [{ type: 'text-field', name: 'first' }] };
    const document = { body: [{ type: 'form', id: 'all', body: [repeat] }] };
    expect(fieldPathOf(document, '/body/0/body/0/body/0')).toBeUndefined();
    expect(fieldPathOf(document, '/body/0/body/0')).toBeUndefined();
  });

  it('that can be absent is found by its optional dot, which stays when its member changes', () => {
    const request = (value: string) => ({ do: 'request', endpoint: 'save', with: { one: value } });
    const write = (value: string) =>
      JSON.stringify({ body: [{ type: 'form', id: 'rate', on: { submit: request(value) } }] });
    const file = { path: 'screens/rate.screen.json', text: write('${form.rate.?stars}') };
    const [sending = fail()] = sendingsOf(read(file), 'form.rate.stars');
    expect(sending).toMatchObject({ member: 'one', partOf: [] });
    const { text } = sendFieldAs(file, sending, 'form.rate.stars', 'two');
    expect(valueAt(read({ ...file, text }), `${sending.pointer}/with`)).toEqual({
      two: '${form.rate.?stars}',
    });
    const computed = read({ ...file, text: write('${form.rate.?stars.orValue(3)}') });
    expect(sendingsOf(computed, 'form.rate.stars')).toMatchObject([{ member: undefined, partOf: ['one'] }]);
  });

  it('is sent as part of the group or the form around it', () => {
    const document = (value: string) => ({
      body: [{ type: 'form', id: 'pay', body: [] }],
      lists: { send: { run: { do: 'request', endpoint: 'save', with: { one: value } } } },
    });
    for (const value of ['${form.pay.card}', '${form.pay}'])
      expect(sendingsOf(document(value), 'form.pay.card.id')).toMatchObject([
        { member: undefined, partOf: ['one'] },
      ]);
    for (const value of ['${form.pay.cards}', '${form.pay.card.name}', '${form.payment}'])
      for (const { partOf } of sendingsOf(document(value), 'form.pay.card.id')) expect(partOf).toEqual([]);
  });

  it('is read with the dots that its screen needs: as every shipped screen writes it', () => {
    const all = readProjectFiles('.');
    for (const { file, path, sending } of sent) {
      const written = withOptionalDots(path, scopeOf(all, file.path, sending.pointer));
      expect(`\${${written}}`).toBe(sending.written);
    }
  });

  it('that can be absent is read by an optional dot, unless it is proven to be there', () => {
    const record = (name: string, type: Type, absent: boolean): Type => ({
      kind: 'record',
      members: new Map([[name, { type, absent }]]),
    });
    const form = record('rate', record('stars', { kind: 'integer' }, true), false);
    const scope = (proven: readonly string[]): TypeContext => ({
      root: () => ({ type: form, absent: false }),
      names: () => ['form'],
      proven: new Set(proven),
    });
    expect(withOptionalDots('form.rate.stars', scope([]))).toBe('form.rate.?stars');
    expect(withOptionalDots('form.rate.stars', scope(['form.rate.stars']))).toBe('form.rate.stars');
    expect(withOptionalDots('form.rate.stars', undefined)).toBe('form.rate.stars');
  });

  it('is sent as another member, then not at all, then again', () => {
    expect(sent.length).toBeGreaterThan(5);
    for (const { file, path, sending } of sent) {
      const find = (text: string) =>
        sendingsOf(read({ ...file, text }), path).find(({ pointer }) => pointer === sending.pointer);
      const other = sendFieldAs(file, sending, path, 'other').text;
      expect(find(other)).toMatchObject({ member: 'other' });
      const gone = sendFieldAs(file, sending, path, '').text;
      expect(find(gone)?.member).toBeUndefined();
      const now = find(gone) ?? { ...sending, member: undefined, taken: [] };
      const again = sendFieldAs({ ...file, text: gone }, now, path, sending.member ?? '').text;
      expect(valueAt(read({ ...file, text: again }), sending.pointer)).toEqual(
        valueAt(read(file), sending.pointer),
      );
    }
  });
});
