import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawJpeg, packArchive } from '#tests/uploads/pieces.ts';
import { readContracts } from '#src/shared/contract.ts';
import { makeRelease } from '../delivery/release.ts';
import { fixedRelease } from '../delivery/release-source.ts';
import { createTestApp, testAppPlan, testPlan } from '../testing.ts';
import { openUploadStore } from './upload-store.ts';

/** A call with its own envelope; `name` and `path` are those of the field that uses it. */
const CONTRACT = {
  method: 'POST',
  encoding: 'multipart',
  client: 'json',
  request: { required: ['paper'], properties: { paper: { type: 'string', format: 'file' } } },
  success: { at: '/done', is: ['true'] },
  error: { code: '/why/code', message: '/why/words' },
  reply: { type: 'object', at: '/result', required: ['url'], properties: { url: { format: 'uri' } } },
};
/** The accepted types of this screen's fields, by the last segment of their call's path. */
const FIELDS = {
  anything: [{ type: 'files' }],
  pdf: [{ type: 'files', accept: ['.pdf'] }],
  sheets: [{ type: 'files', accept: ['text/csv', '.xlsx', 'image/*'] }],
  zips: [{ type: 'files', accept: ['.zip'] }],
  photos: [{ type: 'photos' }],
  shared: [{ type: 'photos' }, { type: 'files', accept: ['application/*'] }],
  unused: [],
} as const;
type Call = keyof typeof FIELDS;

function makeProject(): ReadonlyMap<string, Uint8Array> {
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const body = Object.entries(FIELDS).flatMap(([upload, fields]) =>
    fields.map((field) => ({ ...field, upload })),
  );
  return new Map([
    ['screens/papers.screen.json', json({ id: 'papers', body: [{ type: 'section', body }] })],
    ...Object.keys(FIELDS).map((name): [string, Uint8Array] => [
      `schemas/api/${name}.endpoint.json`,
      json({ ...CONTRACT, name, path: `/papers/${name}` }),
    ]),
  ]);
}

const folder = mkdtempSync(join(tmpdir(), 'capiz-documents-'));
let arrived: { readonly name: string; readonly type: string; readonly bytes: Buffer }[] = [];
let service: Server;
let capiz: Server;
let origin = '';

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

beforeAll(async () => {
  service = createServer(
    getRequestListener(async (sent) => {
      const file = (await sent.formData()).get('paper');
      if (!(file instanceof Blob) || !('name' in file)) return new Response('no file', { status: 400 });
      const { name, type } = file;
      arrived.push({ name: String(name), type, bytes: Buffer.from(await file.arrayBuffer()) });
      return Response.json({ done: true, result: { url: 'https://papers.example.com/1' } });
    }),
  );
  const upstream = new URL(await listen(service));
  const release = makeRelease(testAppPlan(), new Map([['not-found', testPlan('not-found')]]), {
    foreignHosts: [],
  });
  const { app } = createTestApp({
    loanService: { upstream },
    uploads: openUploadStore({ folder }),
    releases: fixedRelease({ release, contracts: readContracts(makeProject()), assets: new Map() }),
  });
  capiz = createServer(getRequestListener(app.fetch));
  origin = await listen(capiz);
});
afterAll(() => {
  for (const server of [service, capiz]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  arrived = [];
});

interface Answer {
  readonly status: number;
  readonly envelope: {
    readonly done: boolean;
    readonly why?: { readonly code: string; readonly words: string };
  };
}

async function send(call: Call, name: string, content: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
  const form = new FormData();
  form.append('paper', new Blob([content], { type: 'application/octet-stream' }), name);
  const headers = { 'X-Requested-With': 'XMLHttpRequest' };
  const answer = await fetch(`${origin}/papers/${call}`, { method: 'POST', body: form, headers });
  return { status: answer.status, envelope: (await answer.json()) as Answer['envelope'] };
}

async function sayRefusal(...sent: Parameters<typeof send>): Promise<string> {
  const { envelope } = await send(...sent);
  return envelope.done ? 'sent' : `${envelope.why?.code} ${envelope.why?.words}`;
}

const PDF = '%PDF-1.7\n1 0 obj <</Names<</JavaScript 2 0 R>>>> endobj\n%%EOF';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const OPEN_TEXT = 'application/vnd.oasis.opendocument.text';
const docx = packArchive({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' });
const xlsx = packArchive({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' });
const odt = packArchive({ mimetype: OPEN_TEXT, 'content.xml': '<office:document-content/>' });

describe('a document that a field of files sends', () => {
  it.each([
    ['Lease.PDF', PDF, 'application/pdf', 'pdf'],
    ['letter.docx', docx, WORD, 'docx'],
    ['income.xlsx', xlsx, SHEET, 'xlsx'],
    ['letter.odt', odt, OPEN_TEXT, 'odt'],
    ['income.csv', 'month,pesos\nJuly,₱ 9.000\n', 'text/csv', 'csv'],
    ['note.txt', '\uFEFFGood day,\r\n\tdear sirs', 'text/plain', 'txt'],
    ['no ending', PDF, 'application/pdf', 'pdf'],
  ])('%s is forwarded unchanged, and served only as a download', async (name, content, type, ending) => {
    expect(await sayRefusal('anything', name, content)).toBe('sent');
    const [file] = arrived;
    expect(file?.type).toBe(type);
    expect(file?.name).toMatch(new RegExp(`^[0-9a-f]{32}\\.${ending}$`));
    expect(file?.bytes.equals(Buffer.from(content))).toBe(true);
    const answer = await fetch(`${origin}/capiz/uploads/${file?.name}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="${file?.name}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it.each([
    '../../etc/passwd',
    '..\\..\\boot.ini.pdf',
    'lease\u202Efdp',
    'n'.repeat(300),
    '"; filename="x.pdf',
    'a\u0000b\r\nX: y.pdf',
    '',
  ])('gets a new name from the server in place of %j', async (name) => {
    // Without a name a part of a form is not a file.
    const said = await sayRefusal('anything', name, PDF);
    if (said === 'sent') expect(arrived[0]?.name).toMatch(/^[0-9a-f]{32}\.pdf$/);
    else expect([name, said]).toEqual(['', '400 The member paper does not match the contract of this call.']);
  });

  const KINDS = 'PDF, DOCX, XLSX, ODT, CSV, TXT, JPEG or PNG';
  const other = `4150 You cannot send this type of file here. Send ${KINDS}.`;
  const mismatch = '4150 The content of this file does not match its name.';
  it.each([
    ['empty', 'x.pdf', '', '4150 This file is empty.'],
    ['too large', 'x.pdf', `%PDF-${'x'.repeat(4 * 1024 * 1024)}`, '4130 This file is too large.'],
    ['a program called a PDF', 'x.pdf', 'MZ\u0090\u0000', other],
    ['text called a PDF', 'x.pdf', 'plain words', mismatch],
    ['a PDF called a program', 'x.exe', PDF, mismatch],
    ['a PDF with a right-to-left override in its name', 'fdp\u202E.exe', PDF, mismatch],
    ['a PDF called a text', 'x.txt', PDF, mismatch],
    ['a page called a text', 'x.txt', 'hello <ScRipt>alert(1)</script>', other],
    ['a page', 'x.html', '<!doctype html><p>hello', other],
    ['a script', 'x.js', 'alert(1)', mismatch],
    ['an SVG', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', other],
    ['text of another encoding', 'x.txt', Uint8Array.from([0x63, 0xe9]), other],
    ['text with NUL', 'x.csv', 'a,b\u0000', other],
    ['an archive', 'x.zip', packArchive({ 'a.txt': 'a' }), other],
    ['an archive called a document', 'x.docx', packArchive({ 'a.txt': 'a' }), other],
    ['a truncated document', 'x.docx', docx.slice(0, docx.length / 2), other],
    ['the first bytes of an archive', 'x.docx', 'PK\u0003\u0004', other],
    [
      'a document with macros',
      'x.docx',
      packArchive({
        '[Content_Types].xml': '',
        'word/document.xml': '',
        'word/vbaProject.bin': 'Sub',
      }),
      '4150 A document with macros cannot be sent here.',
    ],
    [
      'OpenDocument with macros',
      'x.odt',
      packArchive({ mimetype: OPEN_TEXT, 'content.xml': '', 'Basic/Standard/Module1.xml': 'Sub' }),
      '4150 A document with macros cannot be sent here.',
    ],
  ] as const)('is refused in the contract’s envelope if it is %s', async (_title, name, content, refusal) => {
    const { status, envelope } = await send('anything', name, content);
    expect([status, envelope.done, `${envelope.why?.code} ${envelope.why?.words}`]).toEqual([
      200,
      false,
      refusal,
    ]);
    expect(arrived).toEqual([]);
  });

  it('is refused in the contract’s envelope if its body is too large to be read', async () => {
    const { port } = new URL(origin);
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 13 * 1024 * 1024 };
    const answer = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const asked = request(
        { port, host: '127.0.0.1', path: '/papers/anything', method: 'POST', headers },
        (got) => {
          got.setEncoding('utf8').once('data', (text: string) => {
            resolve([got.statusCode, text]);
            asked.destroy();
          });
        },
      );
      asked.once('error', reject);
      asked.flushHeaders();
    });
    expect([answer[0], JSON.parse(answer[1])]).toEqual([
      413,
      { done: false, why: { code: '4130', words: 'This file is too large.' }, result: null },
    ]);
  });
});

describe('the types that a call accepts', () => {
  it('are those that its fields accept', async () => {
    const jpeg = await drawJpeg(8, 8);
    const files = { 'a.pdf': PDF, 'a.csv': 'a,b', 'a.xlsx': xlsx, 'a.jpg': new Uint8Array(jpeg) };
    const sent: { [call: string]: string[] } = {};
    for (const call of Object.keys(FIELDS) as Call[]) {
      for (const [name, content] of Object.entries(files)) {
        if ((await send(call, name, content)).envelope.done) (sent[call] ??= []).push(name);
      }
    }
    expect(sent).toEqual({
      anything: ['a.pdf', 'a.csv', 'a.xlsx', 'a.jpg'],
      pdf: ['a.pdf'],
      sheets: ['a.csv', 'a.xlsx', 'a.jpg'],
      photos: ['a.jpg'],
      shared: ['a.pdf', 'a.xlsx', 'a.jpg'],
      unused: ['a.jpg'],
    });
    expect(await sayRefusal('pdf', 'a.pdf', files['a.jpg'])).toBe(
      '4150 You cannot send this type of file here. Send PDF.',
    );
    expect(await sayRefusal('sheets', 'a.csv', files['a.jpg'])).toBe(
      '4150 The content of this file does not match its name.',
    );
    expect(await sayRefusal('zips', 'a.zip', files['a.jpg'])).toBe(
      '4150 You cannot send this type of file here.',
    );
    expect(await sayRefusal('photos', 'a.pdf', PDF)).toBe(
      '4150 A PDF file cannot be used. Send a JPEG or PNG picture.',
    );
  });

  it('re-encodes images, also among documents', async () => {
    const jpeg = Buffer.concat([await drawJpeg(8, 8), Buffer.from('behind the picture')]);
    await send('anything', 'a.jpg', new Uint8Array(jpeg));
    expect(arrived[0]?.name).toMatch(/\.jpg$/);
    expect(arrived[0]?.bytes.includes('behind')).toBe(false);
  });
});
