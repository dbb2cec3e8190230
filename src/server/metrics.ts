/** Metrics of one server since its start, in the text format of Prometheus. */
export class Metrics {
  readonly #counters = new Map<string, Map<string, number>>();

  /** @param labels - Each has few values and no data of visitors, because every combination is stored. */
  add(name: string, labels: Labels = {}, by = 1): void {
    const counters = this.#counters.get(name) ?? new Map<string, number>();
    this.#counters.set(name, counters);
    const key = writeLabels(labels);
    counters.set(key, (counters.get(key) ?? 0) + by);
  }

  /** @param gauges - Current values. */
  write(gauges: readonly Gauge[] = []): string {
    const counters = [...this.#counters].map(
      ([name, counts]) =>
        `# TYPE ${name} counter\n${[...counts].map(([labels, count]) => `${name}${labels} ${count}\n`).join('')}`,
    );
    const now = gauges.map(
      ({ name, labels, value }) => `# TYPE ${name} gauge\n${name}${writeLabels(labels)} ${value}\n`,
    );
    return [...counters, ...now].join('');
  }
}

export type Labels = { readonly [name: string]: string };

export interface Gauge {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** The kind of an address. The address itself may identify a borrower. */
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
