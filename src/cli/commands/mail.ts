import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { askRegistry, SERVER_OPTIONS, writeTime } from '../registry-client.ts';

const TEST_RESULT = v.looseObject({ isAccepted: v.boolean(), outcome: v.string() });
const MAIL = v.looseObject({
  isOn: v.boolean(),
  messages: v.array(
    v.looseObject({
      staff: v.string(),
      subject: v.string(),
      at: v.number(),
      tries: v.number(),
      state: v.string(),
      outcome: v.nullable(v.string()),
    }),
  ),
});

function writeMail({ isOn, messages }: v.InferOutput<typeof MAIL>): string {
  const lines = messages.map(
    ({ staff, subject, at, tries, state, outcome }) =>
      `${writeTime(at)}  ${staff}  ${subject}  ${state}, tried ${tries}${tries === 1 ? ' time' : ' times'}${outcome === null ? '' : `: ${outcome}`}\n`,
  );
  const first = isOn
    ? 'The server sends e-mail to staff.\n'
    : 'The server sends no e-mail: CAPIZ_SMTP_URL is not set.\n';
  return lines.length === 0 ? first : `${first}\nThe last messages:\n${lines.join('')}`;
}

export const mailCommand = defineCommand({
  name: 'mail',
  usage: '[test <address>] [--json]',
  summary: 'Shows e-mail to staff, and tests its settings',
  examples: ['npx capiz mail', 'npx capiz mail test ana@example.com'],
  details: `Without a verb: whether the server sends e-mail, and the results of the last messages. Only for admins.

  test <address>       sends one e-mail to the address now, and prints the response of the mail server`,
  options: {
    '--json':
      'print {"version":1,"isOn","messages":[…]}, with test {"version":1,"to","isAccepted","outcome"}, instead of words',
    ...SERVER_OPTIONS,
  },
  notes: 'Exit: 0 done, 1 refused or not taken, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [verb, to] = rest;
    if (verb !== undefined && (verb !== 'test' || to === undefined)) {
      throw new UsageError('name an action (test) and an e-mail address');
    }
    let hasFailed = false;
    const code = await askRegistry(terminal, values, 'Not done', async (client) => {
      if (to === undefined) {
        const data = await client.get('/mail', MAIL);
        return { data, words: writeMail(data) };
      }
      const tried = await client.post('/mail/test', { to }, TEST_RESULT);
      hasFailed = !tried.isAccepted;
      const words = `The mail server ${tried.isAccepted ? 'accepted it' : 'did not accept it'}: ${tried.outcome}\n`;
      return { data: { to, ...tried }, words };
    });
    return hasFailed ? 1 : code;
  },
});
