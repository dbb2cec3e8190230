import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ENVIRONMENT, SECRET_SETTINGS } from '#src/server/settings.schema.ts';

/* The examples that the package has in deploy/: settings and addresses that they name exist. */

const read = (name: string) => readFileSync(`docs/operating/deploy/${name}`, 'utf8');
const SETTINGS = new Set([
  ...Object.keys(ENVIRONMENT.entries),
  ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
]);

/** Names in capitals that look like settings of this server. */
const settingsIn = (text: string) =>
  [...text.matchAll(/\b(?:CAPIZ|DATABASE|AWS)_[A-Z_]+\b/g)].map(([name]) => name);

const SERVICE = v.looseObject({
  environment: v.record(v.string(), v.string()),
  read_only: v.optional(v.boolean()),
  ports: v.optional(v.array(v.string())),
  secrets: v.array(v.string()),
});
const COMPOSE = v.object({
  name: v.string(),
  services: v.object({ capiz: SERVICE, database: SERVICE }),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
  volumes: v.record(v.string(), v.unknown()),
});

describe('the examples of docs/operating/deploy', () => {
  it.each(['Dockerfile', 'compose.yaml', 'capiz.service', 'nginx.conf', '../deploy.md'])(
    '%s names only settings that exist',
    (name) => {
      expect(settingsIn(read(name)).filter((one) => !SETTINGS.has(one))).toEqual([]);
    },
  );

  it('the check of a setting detects one that does not exist', () => {
    expect(settingsIn('Environment=CAPIZ_DATUM=/x').filter((one) => !SETTINGS.has(one))).toEqual([
      'CAPIZ_DATUM',
    ]);
  });

  it('the compose file has a program that cannot be changed, no port for others, and no secret', () => {
    const { services, secrets } = v.parse(COMPOSE, parse(read('compose.yaml')));
    expect(services.capiz.read_only).toBe(true);
    expect(services.capiz.ports).toEqual(['127.0.0.1:4173:4173']);
    expect(services.database.ports).toBeUndefined();
    const values = [services.capiz, services.database].flatMap(({ environment }) =>
      Object.entries(environment),
    );
    const secret = values.filter(([name]) => /PASSWORD|URL/.test(name));
    expect(secret).toHaveLength(2);
    for (const [name, value] of secret) {
      expect(name).toMatch(/_FILE$/);
      expect(Object.keys(secrets)).toContain(value.replace('/run/secrets/', ''));
    }
  });

  it('the image runs as another user than root and asks an address that the server has', () => {
    const text = read('Dockerfile');
    expect(text).toMatch(/^USER 10001:10001$/m);
    expect(text).toContain('/healthz');
    expect(readFileSync('src/server/start.ts', 'utf8') + readFileSync('src/server/app.ts', 'utf8')).toContain(
      "'/healthz'",
    );
  });
});
