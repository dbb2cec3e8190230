import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRefusal, readSettings } from './settings.ts';

const refusalOf = (environment: Record<string, string>): string => {
  const settings = readSettings(environment);
  return isRefusal(settings) ? settings.message : '';
};

describe('a server on an address other than loopback without upstream starts with CAPIZ_DEMO=1 only', () => {
  for (const HOST of ['127.0.0.1', '127.9.9.9', 'localhost', '::1', '']) {
    it(`HOST "${HOST}" is loopback and needs no other setting`, () => expect(refusalOf({ HOST })).toBe(''));
  }
  for (const HOST of ['0.0.0.0', '::', '192.168.1.7', 'example.com', '127.0.0.1.example.com']) {
    it(`HOST "${HOST}" is refused in one line`, () => {
      expect(refusalOf({ HOST })).toMatch(/^HOST .* can be reached by others.*CAPIZ_DEMO=1[^\n]*$/);
      expect(refusalOf({ HOST, CAPIZ_DEMO: '0' })).not.toBe('');
      expect(refusalOf({ HOST, CAPIZ_DEMO: '1' })).toBe('');
      expect(refusalOf({ HOST, CAPIZ_UPSTREAM: 'https://loans.example.com' })).toBe('');
    });
  }
});

describe('invalid settings are refused', () => {
  it('all at once, each with its rule, and without secrets in the message', () => {
    const secret = 'canary';
    const refusal = refusalOf({
      PORT: secret,
      HOST: '0.0.0.0',
      CAPIZ_REPORTS: '101',
      DATABASE_URL: secret,
      CAPIZ_UPLOADS: secret,
      CAPIZ_ADMIN_PASSWORD: secret,
      CAPIZ_OIDC_ISSUER: 'https://sign-on.example.com',
      CAPIZ_OIDC_CLIENT_SECRET: secret,
      CAPIZ_WEBHOOKS_INSIDE: `hooks:80,${secret}`,
      CAPIZ_SMTP_URL: `smtp://ana:${secret}@mail.example.com/${secret}`,
    });
    expect(refusal.split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65534.',
      'DATABASE_URL must begin with postgres://.',
      'CAPIZ_UPLOADS must be file:<folder of this machine> or s3:https://<endpoint>/<bucket>.',
      'CAPIZ_WEBHOOKS_INSIDE must be host:port, several separated by commas.',
      'CAPIZ_SMTP_URL must begin with smtps:// or smtp://, have a host and nothing after the port, and have both user and password or neither.',
      'CAPIZ_REPORTS must be a percentage from 0 to 100.',
      'CAPIZ_ADMIN_EMAIL must be the e-mail address of the first admin, because CAPIZ_ADMIN_PASSWORD is set.',
      'CAPIZ_OIDC_CLIENT_ID and CAPIZ_OIDC_CLIENT_SECRET must be set, because CAPIZ_OIDC_ISSUER is.',
      'CAPIZ_PUBLIC_URL must be set, because CAPIZ_OIDC_ISSUER is: the provider sends people back to it.',
      expect.stringMatching(/^HOST 0\.0\.0\.0 can be reached by others/),
    ]);
  });

  for (const PORT of ['-1', '65535', '99999', 'http', '4.5', ' 80']) {
    it(`PORT "${PORT}"`, () => expect(refusalOf({ PORT })).toMatch(/PORT/));
  }
  for (const address of [
    'loans.example.com',
    'ftp://a.example',
    'https://u:p@a.example',
    'https://a.example/?x=1',
  ]) {
    it(`CAPIZ_UPSTREAM "${address}"`, () =>
      expect(refusalOf({ CAPIZ_UPSTREAM: address })).toMatch(/CAPIZ_UPSTREAM/));
  }

  it('without any setting the server listens on 127.0.0.1:4173 and has no upstream', () => {
    expect(readSettings({})).toEqual({
      port: 4173,
      host: '127.0.0.1',
      demo: false,
      folder: '.capiz',
      database: '.capiz/registry.db',
      proxies: 0,
      logFormat: 'text',
      reportSample: 1_000,
      uploadDays: 400,
      drainMs: 15_000,
    });
  });

  it('the drain time is a number of seconds, or zero', () => {
    expect(readSettings({ CAPIZ_DRAIN_SECONDS: '0' })).toHaveProperty('drainMs', 0);
    for (const wrong of ['-1', '1.5', 'long', '601', '1000']) {
      expect(refusalOf({ CAPIZ_DRAIN_SECONDS: wrong })).toContain('CAPIZ_DRAIN_SECONDS');
    }
  });

  it('a new installation for real borrowers needs CAPIZ_NEW', () => {
    expect(readSettings({ CAPIZ_NEW: '1' })).toHaveProperty('isNew', true);
    for (const no of ['', '0', 'yes']) expect(readSettings({ CAPIZ_NEW: no })).not.toHaveProperty('isNew');
  });

  it('images are deleted after a number of days, or never', () => {
    expect(readSettings({ CAPIZ_UPLOADS_DAYS: '30' })).toHaveProperty('uploadDays', 30);
    expect(readSettings({ CAPIZ_UPLOADS_DAYS: '0' })).toHaveProperty('uploadDays', 0);
    for (const wrong of ['-1', '1.5', 'never', '100000']) {
      expect(refusalOf({ CAPIZ_UPLOADS_DAYS: wrong })).toContain('CAPIZ_UPLOADS_DAYS');
    }
  });

  it('images are stored in a folder, or in a bucket with keys', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    const uploadsOf = (CAPIZ_UPLOADS: string, more = {}) => {
      const settings = readSettings({ CAPIZ_UPLOADS, ...more });
      return isRefusal(settings) ? settings.message : settings.uploads;
    };
    expect(uploadsOf('')).toBeUndefined();
    expect(uploadsOf('file:pictures')).toEqual({ folder: 'pictures' });
    expect(uploadsOf('file:///var/pictures')).toEqual({ folder: '/var/pictures' });
    expect(uploadsOf('s3:https://s3.example.com/b/c', keys)).toEqual({
      bucket: new URL('https://s3.example.com/b/c'),
      region: 'us-east-1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
    expect(uploadsOf('s3:https://s3.example.com/b', { ...keys, AWS_REGION: 'r' })).toHaveProperty(
      'region',
      'r',
    );
    expect(uploadsOf('s3:https://s3.example.com/b')).toContain('AWS_ACCESS_KEY_ID');
    for (const wrong of [
      'pictures',
      's3:bucket',
      's3:https://s3.example.com',
      'file://elsewhere.example.com/x',
    ]) {
      expect(uploadsOf(wrong, keys)).toContain('CAPIZ_UPLOADS must be');
    }
  });

  it('e-mail is sent by a mail server, from an address, with links to a public address', () => {
    const more = { CAPIZ_MAIL_FROM: 'Capiz@lender.example', CAPIZ_PUBLIC_URL: 'https://screens.example' };
    const mailOf = (CAPIZ_SMTP_URL: string, others: object = more) => {
      const settings = readSettings({ CAPIZ_SMTP_URL, ...others });
      return isRefusal(settings) ? settings.message : settings.mail;
    };
    const from = 'capiz@lender.example';
    const auth = { user: 'ana@b', pass: 'p/w:1' };
    expect(mailOf('')).toBeUndefined();
    expect(mailOf('smtps://ana%40b:p%2Fw%3A1@mail.example.com')).toEqual({
      ...{ host: 'mail.example.com', port: 465, secure: true, requireTLS: false, auth, from },
    });
    // A password needs encryption, unless the mail server is on this machine.
    expect(mailOf('smtp://ana%40b:p%2Fw%3A1@mail.example.com')).toEqual({
      ...{ host: 'mail.example.com', port: 587, secure: false, requireTLS: true, auth, from },
    });
    expect(mailOf('smtp://a:b@127.0.0.1:2525/')).toMatchObject({ port: 2525, requireTLS: false });
    expect(mailOf('smtp://[::1]:25')).toEqual({
      ...{ host: '::1', port: 25, secure: false, requireTLS: false, from },
    });
    for (const wrong of [
      ...['mail.example.com', 'https://mail.example.com', 'smtp://', 'smtp://ana@mail.example.com'],
      ...['smtp://:b@mail.example.com', 'smtps://a:%ZZ@mail.example.com', 'smtp://mail.example.com/?a=b'],
      ...['smtps://mail.example.com/path', 'smtps://mail.example.com#a', 'smtp://mail.example.com:99999'],
    ])
      expect(`${wrong}: ${JSON.stringify(mailOf(wrong))}`).toMatch(/: "CAPIZ_SMTP_URL must be/);
    expect(mailOf('smtp://mail.example.com', {})).toBe(
      'CAPIZ_MAIL_FROM must be set, because CAPIZ_SMTP_URL is.\n' +
        'CAPIZ_PUBLIC_URL must be set, because CAPIZ_SMTP_URL is: e-mails have links to the studio.',
    );
    for (const wrong of ['ana', 'a@b@c', 'Ana <a@b.example>', 'a@b.example, c@d.example'])
      expect(mailOf('', { CAPIZ_MAIL_FROM: wrong })).toBe('CAPIZ_MAIL_FROM must be an e-mail address.');
  });

  it('the first admin has an address in ASCII', () => {
    const adminOf = (CAPIZ_ADMIN_EMAIL: string) => {
      const settings = readSettings({ CAPIZ_ADMIN_EMAIL });
      return isRefusal(settings) ? settings.message : settings.admin?.name;
    };
    expect(adminOf(' Kate@Example.com ')).toBe('kate@example.com');
    expect(adminOf('')).toBeUndefined();
    for (const wrong of ['\u212Aate@example.com', 'admin', 'a@b@example.com', '@example.com'])
      expect(adminOf(wrong)).toContain('CAPIZ_ADMIN_EMAIL must be');
    expect(readSettings({ CAPIZ_ADMIN_PASSWORD: 'x' })).toHaveProperty('message');
  });

  it('CAPIZ_UPSTREAM_KEYS=1 means that the loan service checks idempotency keys', () => {
    expect(readSettings({ CAPIZ_UPSTREAM_KEYS: '1' })).toHaveProperty('upstreamKeys', true);
    expect(readSettings({ CAPIZ_UPSTREAM_KEYS: '0' })).not.toHaveProperty('upstreamKeys');
  });

  it('the registry is at CAPIZ_DATA or DATABASE_URL', () => {
    expect(readSettings({ CAPIZ_DATA: '/data' })).toMatchObject({
      folder: '/data',
      database: '/data/registry.db',
      reportSample: 1_000,
    });
    expect(readSettings({ CAPIZ_REPORTS: '2.5' })).toMatchObject({ reportSample: 250 });
    expect(readSettings({ CAPIZ_REPORTS: '101' })).toHaveProperty('message');
    expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ logFormat: 'json' });
    expect(readSettings({ NODE_ENV: 'production', CAPIZ_LOG: 'text' })).toMatchObject({ logFormat: 'text' });
    expect(readSettings({ CAPIZ_LOG: 'xml' })).toHaveProperty('message');
    expect(readSettings({ CAPIZ_PROXIES: '2' })).toMatchObject({ proxies: 2 });
    expect(readSettings({ CAPIZ_PROXIES: 'all' })).toHaveProperty('message');
    const database = 'postgres://capiz@db.example/capiz';
    expect(readSettings({ DATABASE_URL: database })).toMatchObject({ database, folder: '.capiz' });
  });
});

describe('a secret setting may be in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'capiz-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (text: string) => {
    const file = join(folder, `secret-${text.length}`);
    writeFileSync(file, text);
    return file;
  };

  it('the last line may end or not', () => {
    for (const end of ['', '\n', '\r\n'])
      expect(readSettings({ DATABASE_URL_FILE: write(`postgres://db/capiz${end}`) })).toMatchObject({
        database: 'postgres://db/capiz',
      });
  });

  it('its value has to follow the same rule, and no message has a part of it', () => {
    expect(refusalOf({ DATABASE_URL_FILE: write('canary') })).toBe(
      'DATABASE_URL must begin with postgres://.',
    );
  });

  it('a missing file, an empty one, and a second value are refused', () => {
    const CAPIZ_SMTP_URL_FILE = join(folder, 'missing');
    expect(refusalOf({ CAPIZ_SMTP_URL_FILE })).toBe('CAPIZ_SMTP_URL_FILE cannot be read: ENOENT.');
    expect(refusalOf({ CAPIZ_ADMIN_PASSWORD_FILE: write('\n'), CAPIZ_ADMIN_EMAIL: 'ana@example.com' })).toBe(
      'CAPIZ_ADMIN_PASSWORD_FILE names an empty file.',
    );
    const DATABASE_URL = 'postgres://db/capiz';
    expect(refusalOf({ DATABASE_URL, DATABASE_URL_FILE: write(DATABASE_URL) })).toBe(
      'DATABASE_URL_FILE and DATABASE_URL must not both be set.',
    );
  });

  it('other settings have no file', () => {
    expect(readSettings({ PORT_FILE: write('1234') })).toMatchObject({ port: 4173 });
  });
});
