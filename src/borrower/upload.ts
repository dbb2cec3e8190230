import type { HttpReply, HttpRequest } from '#renderer/engine.ts';
import { HttpFailure } from '#renderer/plan/http-failure.ts';

/**
 * Sends a file in a multipart body. Uses XMLHttpRequest, which reports upload progress in every web view since iOS
 * 15.4.
 */
export function upload(
  request: HttpRequest,
  file: NonNullable<HttpRequest['file']>,
  signal: AbortSignal,
): Promise<HttpReply> {
  const body = new FormData();
  for (const [name, text] of request.parts ?? []) body.append(name, text);
  body.append(file.name, file.content, file.fileName ?? 'photo.jpg');
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    const end = (settle: () => void) => () => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    const fail = (kind: 'network' | 'timeout') => end(() => reject(new HttpFailure(kind, true)));
    call.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) call.setRequestHeader(name, value);
    call.timeout = request.timeoutMs;
    call.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) file.onProgress(loaded / total);
    };
    call.onload = end(() => resolve({ status: call.status, body: call.responseText }));
    call.onerror = fail('network');
    call.ontimeout = fail('timeout');
    call.onabort = end(() => reject(new DOMException('The upload was ended.', 'AbortError')));
    if (signal.aborted) {
      reject(new DOMException('The upload was ended.', 'AbortError'));
      return;
    }
    signal.addEventListener('abort', abort);
    call.send(body);
  });
}
