import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { askRegistry, findRelease, shorten, SERVER_OPTIONS } from '../registry-client.ts';

export const approveCommand = defineCommand({
  name: 'approve',
  usage: '<release> --reason <text> [--json]',
  summary: 'Approves a release that contains no change by you',
  examples: ['npx capiz approve 3fa9 --reason "Read and tried"'],
  details: `Approves exactly this content, so that it can be published. The approval is recorded as given without pictures,
and names the whole hash. It does not count if the live review policy (review.approvalNeedsPictures of
screens/app.json) needs pictures: then approve in the studio.

  npx capiz approve 3f2a90c1 --reason "Amounts compared with the contract"`,
  options: {
    '--reason <text>': 'what you checked, recorded in the audit',
    '--json':
      'print {"version":1,"release"} instead of words; what is refused is {"version":1,"refused":{"code","message"}}',
    ...SERVER_OPTIONS,
  },
  notes: 'Exit: 0 approved, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [beginning] = rest;
    const { reason } = values;
    if (beginning === undefined) throw new UsageError('name the release');
    if (reason === undefined) throw new UsageError('describe what you checked: --reason "…"');
    return askRegistry(terminal, values, 'Not approved', async (client) => {
      const release = await findRelease(client, beginning);
      await client.send(`/releases/${release}/approve`, { reason });
      const short = shorten(release);
      return {
        data: { release },
        words: `Release ${release} is approved, without pictures. To publish it: npx capiz publish --release ${short} --reason "why"\n`,
      };
    });
  },
});
