import { type Fault, HttpFailure, type HttpReply, type HttpRequest, type Services } from '#renderer/index.ts';
import { watchEffects } from './watch-effects.ts';

/** What a page did through its services. */
export interface Effects {
  /** Navigation, storage, clipboard, and calls to the app. */
  readonly deeds: string[];
  readonly faults: Fault[];
  /** Addresses outside the app that the page navigated to. */
  readonly left: string[];
}

/** Called with the result of each call. */
export type OnReply = (request: HttpRequest, reply: HttpReply | HttpFailure) => void;

/** The page's services, recorded; a photo is uploaded through the simulated network. */
export function recordServices(
  services: Services,
  { deeds, faults, left }: Effects,
  onReply?: OnReply,
): Services {
  return watchEffects(
    {
      ...services,
      http: {
        async send(request, signal) {
          try {
            const reply = await (request.file ? upload(request) : services.http.send(request, signal));
            onReply?.(request, reply);
            return reply;
          } catch (thrown) {
            if (thrown instanceof HttpFailure) onReply?.(request, thrown);
            throw thrown;
          }
        },
      },
      router: { ...services.router, leave: (url) => void left.push(url) },
      report: (fault) => void faults.push(fault),
    },
    (deed) => void deeds.push(deed),
  );
}

async function upload({
  url,
  method,
  headers,
  parts,
  file,
}: Parameters<Services['http']['send']>[0]): Promise<HttpReply> {
  if (!window.navigator.onLine) throw new HttpFailure('offline', false);
  const body = new FormData();
  for (const [name, text] of parts ?? []) body.append(name, text);
  if (file) body.append(file.name, file.content, 'photo.jpg');
  try {
    const reply = await window.fetch(url, { method, headers, body });
    return { status: reply.status, body: await reply.text() };
  } catch {
    throw new HttpFailure('network', true);
  }
}
