import { describe, expect, it } from 'vitest';
import type { Say } from '../../plan/words.ts';
import { findFileFault, sentName, shownName, writeSize } from './check-file.ts';

const say: Say = (source, values = {}) =>
  source.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

describe('the name of a file', () => {
  it('is shown without characters that reorder or hide the text around it', () => {
    expect(shownName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe');
    expect(shownName(' a\nb\u2066c\u0000.pdf ')).toBe('abc.pdf');
    expect(shownName('<b>é 🙂.pdf')).toBe('<b>é 🙂.pdf');
  });

  it('keeps its end visible if it is long', () => {
    const shown = shownName(`${'n'.repeat(300)}statement.pdf`);
    expect(shown).toBe(`${'n'.repeat(44)}…nnnstatement.pdf`);
  });

  it('is not sent, except its extension', () => {
    expect(
      ['Maria Santos.PDF', 'x.tar.gz', 'noending', '.bashrc', 'a.b/c', 'a.toolongending'].map(sentName),
    ).toEqual(['file.pdf', 'file.gz', 'file', 'file.bashrc', 'file', 'file']);
  });
});

describe('the limits of a field', () => {
  const file = (name: string, type: string, size = 10) => ({ name, type, size });
  const limits = { accept: ['.pdf', 'image/*', 'text/plain'], maxBytes: 1_500_000 };

  it.each([
    ['Lease.PDF', '', undefined],
    ['photo', 'image/heic', undefined],
    ['notes', 'text/plain', undefined],
    ['notes', 'text/plainer', 'You cannot send this type of file here.'],
    ['run.exe', 'application/x-msdownload', 'You cannot send this type of file here.'],
    ['pdf', 'application/zip', 'You cannot send this type of file here.'],
  ])('accept or refuse the file %s of the type "%s"', (name, type, fault) => {
    expect(findFileFault(file(name, type), limits, say)).toBe(fault);
  });

  it('refuse empty files and files that are too large', () => {
    const fault = (size: number) => findFileFault(file('a.pdf', '', size), limits, say);
    expect(fault(0)).toBe('This file is empty.');
    expect(fault(1_500_000)).toBeUndefined();
    expect(fault(1_500_001)).toBe('This file is larger than 1.5 MB.');
  });

  it('accept any type by default', () => {
    expect(findFileFault(file('run.exe', ''), { accept: undefined, maxBytes: 10 }, say)).toBeUndefined();
  });
});

it('sizes use a factor of 1000', () => {
  expect([1, 640_000, 999_999, 1_000_000, 1_250_000].map(writeSize)).toEqual([
    '1 kB',
    '640 kB',
    '1000 kB',
    '1 MB',
    '1.3 MB',
  ]);
});
