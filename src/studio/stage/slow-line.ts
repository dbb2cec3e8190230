/** The browsers' "slow 4G" preset: latency in ms, then upload and download in bytes per second. */
const ROUND_TRIP_MS = 562.5;
const UP = 84_375;
const DOWN = 180_000;

/** Delays a request and its reply as on a slow connection. */
export async function overSlowLine(
  send: () => Response | Promise<Response>,
  { body, signal }: Pick<RequestInit, 'body' | 'signal'>,
  wait: (ms: number) => Promise<void>,
): Promise<Response> {
  const line = (bytes: number, rate: number) => (bytes / rate) * 1000;
  const ended = new Promise<never>((_, reject) => {
    const end = (): void => reject(new DOMException('Ended by the caller.', 'AbortError'));
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });
  const go = async (): Promise<Response> => {
    await wait(ROUND_TRIP_MS + line(sizeOf(body), UP));
    const reply = await send();
    await wait(line((await reply.clone().arrayBuffer()).byteLength, DOWN));
    return reply;
  };
  return Promise.race([go(), ended]);
}

function sizeOf(body: RequestInit['body']): number {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  if (!(body instanceof FormData)) return 0;
  return [...body].reduce(
    (sum, [, value]) => sum + (typeof value === 'string' ? value.length : value.size),
    0,
  );
}
