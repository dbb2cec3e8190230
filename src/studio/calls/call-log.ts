import type { Call } from '#src/devtools/inspector/requests.ts';
import type { StageListener } from '../stage/scene.ts';

/** What the screen has done since it was opened in its state. */
export interface Called {
  readonly calls: readonly Call[];
  /** URL that the page would have gone to; undefined while the page stays. */
  readonly left: string | undefined;
}

/** The requests of the preview. Only subscribers re-render. */
export interface PreviewCalls extends Pick<StageListener, 'called' | 'left'> {
  snapshot(): Called;
  subscribe(run: () => void): () => void;
}

export function createPreviewCalls(): PreviewCalls {
  let now: Called = { calls: [], left: undefined };
  const listeners = new Set<() => void>();
  const keep = (next: Called): void => {
    now = next;
    for (const run of listeners) run();
  };
  return {
    snapshot: () => now,
    subscribe(run) {
      listeners.add(run);
      return () => listeners.delete(run);
    },
    // An empty list means that the screen was opened again.
    called: (calls) => keep({ calls, left: calls.length === 0 ? undefined : now.left }),
    left: (url) => keep({ ...now, left: url }),
  };
}

const REPLY_CHARACTERS = 20_000;

/** The request as text: address, headers and body; for a multipart body its parts. */
export function writeSent({ method, path, query, headers, body }: Call): string {
  const lines = [`${method} ${path}${query}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body === undefined) return lines.join('\n');
  const written =
    typeof body === 'string' ? body : body.map(({ name, text }) => `[${name}] ${text}`).join('\n');
  return [...lines, '', written].join('\n');
}

/** The reply as text; JSON is indented. */
export function writeReply({ end }: Call): string {
  if (end === undefined) return 'No answer yet';
  if (end.reply === undefined) return 'No answer came';
  const { status, body } = end.reply;
  const text = indent(body);
  const more = text.length - REPLY_CHARACTERS;
  return `${status}\n\n${more > 0 ? `${text.slice(0, REPLY_CHARACTERS)}… and ${more} characters more` : text}`;
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
