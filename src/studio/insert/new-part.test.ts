import { describe, expect, it } from 'vitest';
import { compileProject } from '#renderer/grammar/compile.ts';
import { library } from '#renderer/grammar/testing.ts';
import { insertItem } from '../model/edits.ts';
import { listParts, writePart } from './new-part.ts';

const FILE = 'screens/shelf.screen.json';
const FIELD = { type: 'text-field', name: 'phone', label: 'Phone' };
const PARTS = {
  plain: {
    description: 'A text.',
    params: {
      cardId: { type: 'string', required: true },
      late: { type: 'boolean', required: true },
      note: { type: 'string' },
    },
    body: [{ type: 'text', text: '${params.cardId}', visibleWhen: '!params.late' }],
  },
  fields: { form: 'person', body: [FIELD] },
  whole: { body: [{ type: 'form', id: 'own', body: [FIELD] }] },
  around: { body: [{ type: 'part', part: 'whole', id: 'one' }] },
};

const files = library({ body: [{ type: 'form', id: 'person', body: [] }] }, { parts: PARTS });
const document = JSON.parse(files.find(({ path }) => path === FILE)?.text ?? '') as object;
const idsAt = (pointer: string, file = FILE, of: unknown = document) =>
  listParts(files, file, of, pointer).map(({ id }) => id);

describe('the parts that can be inserted', () => {
  it('are those without fields outside a form, and those without a form of their own inside one', () => {
    expect(idsAt('/body')).toEqual(['plain', 'whole', 'around']);
    expect(idsAt('/body/0')).toEqual(['plain', 'fields']);
  });

  it('do not contain the part into which they are inserted', () => {
    expect(idsAt('/body', 'screens/parts/whole.part.json', PARTS.whole)).toEqual(['plain']);
  });

  it('get a free id and their required inputs, the value of the screen under the same name if it has one', () => {
    const [plain] = listParts(files, FILE, document, '/body');
    if (plain === undefined) throw new Error('There is no part.');
    const written = writePart(plain, files, FILE, { body: [{ type: 'text', id: 'plain', text: 'A' }] });
    expect(written).toEqual({
      ...{ type: 'part', part: 'plain', id: 'plain-2' },
      with: { cardId: '${params.cardId}', late: false },
    });
    const text = files.find(({ path }) => path === FILE)?.text ?? '';
    const edited = insertItem({ path: FILE, text }, '/body', 1, written).text;
    const { problems } = compileProject(
      files.map((file) => (file.path === FILE ? { ...file, text: edited } : file)),
    );
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
