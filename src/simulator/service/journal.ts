/** A received request, for tests and for developers. */
export interface RecordedRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly endpoint: string;
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  /** Headers that contracts use; lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Raw. */
  readonly body: string;
  /** The order that the request names, or that its session read last. */
  readonly orderId?: string;
  /** Status of the response; absent before the response. */
  status?: number;
}

const NOTED_HEADERS = [
  'accept',
  'accept-language',
  'building',
  'content-type',
  'eyes',
  'gather',
  'idempotency-key',
  'swift',
  'x-requested-with',
];
const MOST_REQUESTS = 5_000;

/** The last requests to the simulated loan service. It has only invented borrowers. */
export class Journal {
  #requests: RecordedRequest[] = [];

  record(request: RecordedRequest): RecordedRequest {
    this.#requests.push(request);
    if (this.#requests.length > MOST_REQUESTS) this.#requests = this.#requests.slice(-MOST_REQUESTS / 2);
    return request;
  }

  /** @param orderId - Absent: all requests. */
  list(orderId: string | undefined): readonly RecordedRequest[] {
    return orderId === undefined ? this.#requests : this.#requests.filter((one) => one.orderId === orderId);
  }
}

export function notedHeaders(headers: Headers): { [name: string]: string } {
  const noted: { [name: string]: string } = {};
  for (const name of NOTED_HEADERS) {
    const value = headers.get(name);
    if (value !== null) noted[name] = value;
  }
  return noted;
}
