/* Addresses with a hidden target, by class, around an allowed host. */

export interface HostileAddress {
  readonly class: string;
  readonly address: string;
}

const CONTROLS = ['\t', '\n', '\r', '\u0000', '\u000b', '\u001f', '\u007f', '\u0085', '\u00a0', ' '];
const SCRIPTS = [
  'javascript',
  'JAVASCRIPT',
  'vbscript',
  'data',
  'blob',
  'file',
  'filesystem',
  'about',
  'intent',
  'ftp',
  'ws',
  'view-source',
  'chrome',
  'app-settings',
  'sms',
  'market',
  'itms-services',
];

/** None of these may be opened, if only `allowed` is listed. */
export function hostileAddresses(allowed: string): readonly HostileAddress[] {
  const found: HostileAddress[] = [];
  const add = (kind: string, ...addresses: readonly string[]) =>
    found.push(...addresses.map((address) => ({ class: kind, address })));
  for (const scheme of SCRIPTS) {
    add('scheme', `${scheme}:alert(1)`, `${scheme}://${allowed}/%0aalert(1)`, ` ${scheme}:alert(1)`);
  }
  for (const control of CONTROLS) {
    add(
      'control',
      `java${control}script:alert(1)`,
      `${control}javascript:alert(1)`,
      `https:${control}//evil.test`,
    );
    add(
      'control',
      `https://${allowed}${control}.evil.test/`,
      `https://evil.test${control}/${allowed}`,
      `https://${allowed}/a${control}b`,
    );
  }
  add(
    'no scheme',
    `//${allowed}`,
    '//evil.test',
    '///evil.test',
    '////evil.test',
    allowed,
    'evil.test',
    `/${allowed}`,
    '?a',
    '#a',
    '',
    ' ',
    '.',
    '..',
  );
  for (const slash of ['\\', '/\\', '\\/', '\\\\', '/\t/'])
    add('backslash', `https:${slash}evil.test`, `${slash}evil.test`, `https://${allowed}${slash}@evil.test`);
  for (const user of ['a@', 'a:b@', ':@', '@', `${allowed}@`, `${allowed}:443@`, '%40@', 'https:@']) {
    add(
      'user name',
      `https://${user}evil.test/`,
      `https://${user}${user === '@' ? 'evil.test' : allowed}/`.replace(
        `https://@${allowed}`,
        'https://@evil.test',
      ),
    );
  }
  for (const host of [
    `${allowed}.evil.test`,
    `evil-${allowed}`,
    `evil.test.${allowed}.test`,
    `${allowed}evil.test`,
    `sub.${allowed}`,
    `${allowed}.`,
    `${allowed}:81`,
    `evil.test?${allowed}`,
    `evil.test#${allowed}`,
    `evil.test/${allowed}`,
  ])
    add('other host', `https://${host}`, `http://${host}/`);
  for (const letter of ['а', 'е', 'о', 'р', 'ѕ', 'ı', '․', '。', '｡', '／', '⁄', '？', '＃', '＠'])
    add('look-alike', `https://${allowed.replace('.', letter)}/`, `https://evil.test${letter}${allowed}/`);
  for (const number of [
    '2130706433',
    '0x7f000001',
    '017700000001',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
    '169.254.169.254',
    'localhost',
  ])
    add('number', `http://${number}/`, `https://${number}:22/`);
  add(
    'broken',
    'https:',
    'https:/',
    'https://',
    'https:///',
    `https:///${allowed}`,
    `https:${allowed}`,
    'http://[',
    'http://%',
    'https://%00',
    `https//${allowed}`,
    'h\u0000ttps://evil.test',
    `htt ps://${allowed}`,
    'https://a b/',
    'https://*/',
  );
  return found;
}
