import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpFailure, type HttpRequest } from '#renderer/engine.ts';
import { upload } from './upload.ts';

/** The parts of XMLHttpRequest that an upload uses. */
class FakeXhr {
  static last: FakeXhr;
  headers: Record<string, string> = {};
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 200;
  responseText = '';
  timeout = 0;
  opened: readonly string[] = [];
  body: FormData | undefined;
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  ontimeout?: () => void;
  onabort?: () => void;
  constructor() {
    FakeXhr.last = this;
  }
  open(...args: string[]) {
    this.opened = args;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.isAborted = true;
    this.onabort?.();
  }
}

const file = { name: 'picture', content: new Blob(['bytes'], { type: 'image/jpeg' }), onProgress: vi.fn() };
const request: HttpRequest = {
  method: 'POST',
  url: '/api/photos',
  headers: { 'X-Requested-With': 'XMLHttpRequest', swift: 's' },
  parts: [['shelf', 'A']],
  file,
  timeoutMs: 60_000,
};

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeXhr));
afterEach(() => vi.unstubAllGlobals());

const send = (signal = new AbortController().signal) => upload(request, file, signal);

describe('an upload', () => {
  it('is a multipart body with the texts and the file, and the headers of the contract', async () => {
    const sent = send();
    const xhr = FakeXhr.last;
    expect([xhr.opened, xhr.timeout]).toEqual([['POST', '/api/photos'], 60_000]);
    // The browser chooses the boundary of the parts.
    expect(xhr.headers).toEqual(request.headers);
    expect(xhr.body?.get('shelf')).toBe('A');
    const sentFile = xhr.body?.get('picture');
    expect(sentFile instanceof Blob && (await sentFile.text())).toBe('bytes');
    xhr.responseText = '{"code":"00"}';
    xhr.onload?.();
    expect(await sent).toEqual({ status: 200, body: '{"code":"00"}' });
  });

  it('sends the file name that the field gives, or else photo.jpg', () => {
    const nameOf = (body: FormData | undefined) => {
      const sent = body?.get('picture');
      return sent instanceof File ? sent.name : undefined;
    };
    void send();
    expect(nameOf(FakeXhr.last.body)).toBe('photo.jpg');
    const named = { ...file, fileName: 'file.pdf' };
    void upload({ ...request, file: named }, named, new AbortController().signal);
    expect(nameOf(FakeXhr.last.body)).toBe('file.pdf');
  });

  it('reports the fraction of the bytes that was sent', () => {
    void send();
    FakeXhr.last.upload.onprogress?.({ loaded: 30, total: 120 });
    expect(file.onProgress).toHaveBeenCalledWith(0.25);
  });

  it.each([
    ['network', () => FakeXhr.last.onerror?.()],
    ['timeout', () => FakeXhr.last.ontimeout?.()],
  ] as const)('fails with the kind %s and an unknown outcome', async (kind, fail) => {
    const sent = send();
    fail();
    await expect(sent).rejects.toEqual(new HttpFailure(kind, true));
  });

  it('is aborted by its signal while it is sent, and does not start after the abort', async () => {
    const abort = new AbortController();
    const sent = send(abort.signal);
    abort.abort();
    expect(FakeXhr.last.isAborted).toBe(true);
    await expect(sent).rejects.toThrow('ended');
    await expect(send(abort.signal)).rejects.toThrow('ended');
    expect(FakeXhr.last.body).toBeUndefined();
  });
});
