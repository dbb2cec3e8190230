/** Numbers of one server since its start, in the text format that Prometheus reads. */
export class Metrics {
  readonly #counters = new Map<string, Map<string, Counter>>();

  /** @param labels - Of few values each, and none of a visitor's: every combination is kept for ever. */
  add(name: string, labels: Labels = {}, by = 1): void {
    this.counter(name, labels).count += by;
  }

  /** One number, for whoever adds to it with every request. Labels as of `add`. */
  counter(name: string, labels: Labels): Counter {
    const counters = this.#counters.get(name) ?? new Map<string, Counter>();
    this.#counters.set(name, counters);
    const key = writeLabels(labels);
    const counter = counters.get(key) ?? { count: 0 };
    counters.set(key, counter);
    return counter;
  }

  /** @param gauges - What is so now. */
  write(gauges: readonly Gauge[] = []): string {
    const counters = [...this.#counters].map(
      ([name, counts]) =>
        `# TYPE ${name} counter\n${[...counts].map(([labels, { count }]) => `${name}${labels} ${count}\n`).join('')}`,
    );
    const now = gauges.map(
      ({ name, labels, value }) => `# TYPE ${name} gauge\n${name}${writeLabels(labels)} ${value}\n`,
    );
    return [...counters, ...now].join('');
  }
}

export interface Counter {
  count: number;
}

export type Labels = { readonly [name: string]: string };

export interface Gauge {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** What kind of place an address is: an address itself may say who asks. */
export function placeOf(path: string, type: string | null): string {
  if (path.startsWith('/capiz/plans/')) return 'plan';
  if (path.startsWith('/capiz/api/')) return 'api';
  if (path === '/capiz/reports') return 'report';
  if (path.startsWith('/capiz/')) return 'file';
  if (['/healthz', '/readyz', '/metrics'].includes(path)) return 'health';
  return type?.startsWith('text/html') === true ? 'document' : 'call';
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${value.replace(/["\\\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
