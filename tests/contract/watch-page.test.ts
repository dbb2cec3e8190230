import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#src/server/metrics.ts';
import { REPORT_KINDS } from '#src/shared/reports.ts';

/* docs/operating/watch.md has every metric and every alert; the alerts use metrics that exist and link to runbooks that exist. */

const FOLDER = 'docs/operating';
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8');

const ALERTS = v.pipe(
  v.object({
    groups: v.array(
      v.object({
        name: v.string(),
        rules: v.array(
          v.object({
            alert: v.string(),
            expr: v.string(),
            for: v.optional(v.string()),
            labels: v.object({ severity: v.picklist(['page', 'ticket']) }),
            annotations: v.object({ summary: v.string(), runbook: v.string() }),
          }),
        ),
      }),
    ),
  }),
  v.transform(({ groups }) => groups.flatMap(({ rules }) => rules)),
);
const alerts = v.parse(ALERTS, parse(read('deploy/alerts.yaml')));

interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: string;
}

async function listMetrics(): Promise<readonly Described[]> {
  const text = await createMetrics('process').write();
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm)].map(
    ([, name = '', help = '', type = '']) => ({ name, help, type }),
  );
}

/** Names of metrics in an expression of Prometheus. */
const metricsIn = (expression: string) =>
  [...expression.matchAll(/\b(?:capiz|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

describe('the page about watching a server', () => {
  it('has a table of all metrics and one of all alerts', async () => {
    const own = (await listMetrics()).filter(({ name }) => name.startsWith('capiz_'));
    const metricRows = own.map(({ name, help, type }) => `| \`${name}\` | ${type} | ${help} |\n`);
    const alertRows = alerts.map(
      ({ alert, labels, annotations: { summary, runbook } }) =>
        `| \`${alert}\` | ${labels.severity} | ${summary.replaceAll(/\{\{.*?\}\}/g, '…')} | [${runbook.replace(/^.*#/, '').replaceAll('-', ' ')}](${runbook}) |\n`,
    );
    const tables = {
      metrics: `| metric | kind | |\n|---|---|---|\n${metricRows.join('')}`,
      alerts: `| alert | | | runbook |\n|---|---|---|---|\n${alertRows.join('')}`,
    };
    const written = Object.entries(tables).reduce(
      (page, [name, table]) =>
        page.replace(
          new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`),
          () => `<!-- ${name} -->\n${table}<!-- /${name} -->`,
        ),
      read('watch.md'),
    );
    await expect(written).toMatchFileSnapshot(`${process.cwd()}/${FOLDER}/watch.md`);
  });

  it('has alerts and levels of service whose metrics exist', async () => {
    const known = new Set((await listMetrics()).map(({ name }) => name));
    const used = [...alerts.map(({ expr }) => expr), read('watch.md'), read('runbooks.md')].flatMap(
      metricsIn,
    );
    const isKnown = (name: string) =>
      known.has(name) || known.has(name.replace(/_(?:bucket|count|sum)$/, ''));
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !isKnown(name))).toEqual([]);
    expect(isKnown('capiz_requests')).toBe(false);
  });

  it('has alerts about kinds of page events that pages report', () => {
    const kinds = alerts
      .flatMap(({ expr }) => [...expr.matchAll(/page_events_total\{kind=~?"([\w|]+)"/g)])
      .flatMap(([, text = '']) => text.split('|'));
    expect(kinds).not.toEqual([]);
    for (const kind of kinds) expect(REPORT_KINDS).toContain(kind);
  });

  it.each(alerts)('$alert has a runbook', ({ annotations }) => {
    const [page = '', anchor] = annotations.runbook.split('#');
    const headings = [...read(page).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    expect(headings).toContain(anchor);
  });
});
