import type { Command } from './command.ts';
import { applyCommand } from './commands/apply.ts';
import { approveCommand } from './commands/approve.ts';
import { auditCommand } from './commands/audit.ts';
import { blameCommand } from './commands/blame.ts';
import { checkCommand } from './commands/check.ts';
import { completionCommand } from './commands/completion.ts';
import { coverageCommand } from './commands/coverage.ts';
import { devCommand, type ServeGallery } from './commands/dev.ts';
import { diffCommand } from './commands/diff.ts';
import { doctorCommand } from './commands/doctor.ts';
import { fmtCommand } from './commands/fmt.ts';
import { freezeCommand } from './commands/freeze.ts';
import { graphCommand } from './commands/graph.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { mutateCommand } from './commands/mutate.ts';
import { newCommand } from './commands/new.ts';
import { renameCommand } from './commands/rename.ts';
import { searchCommand } from './commands/search.ts';
import { explainCommand } from './commands/explain.ts';
import { historyCommand } from './commands/history.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { lspCommand } from './commands/lsp.ts';
import { mailCommand } from './commands/mail.ts';
import { messagesCommand } from './commands/messages.ts';
import { planCommand } from './commands/plan.ts';
import { publishCommand } from './commands/publish.ts';
import { renderCommand } from './commands/render.ts';
import { reviewCommand } from './commands/review.ts';
import { rollbackCommand } from './commands/rollback.ts';
import { rolloutCommand } from './commands/rollout.ts';
import { scheduleCommand } from './commands/schedule.ts';
import { recordCommand } from './commands/record.ts';
import { screenCommand } from './commands/screen.ts';
import { staffCommand } from './commands/staff.ts';
import { testCommand } from './commands/test.ts';
import { typesCommand } from './commands/types.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import type { Examination } from './doctor/finding.ts';

/**
 * All commands, in the order in which a newcomer meets them.
 *
 * @param ofTheServer - Commands on the server's own database; the package for other teams has none.
 * @param examinations - Further checks of `capiz doctor` for an installation with a server.
 * @param serveGallery - For `capiz dev`; only the package for other teams has it.
 */
export function makeCommands(
  ofTheServer: readonly Command[],
  examinations: readonly Examination[],
  serveGallery?: ServeGallery,
): readonly Command[] {
  const commands: readonly Command[] = [
    checkCommand,
    fmtCommand,
    explainCommand,
    messagesCommand,
    importCommand,
    publishCommand,
    planCommand,
    applyCommand,
    approveCommand,
    rolloutCommand,
    scheduleCommand,
    freezeCommand,
    screenCommand,
    rollbackCommand,
    historyCommand,
    blameCommand,
    auditCommand,
    staffCommand,
    webhooksCommand,
    mailCommand,
    ...ofTheServer,
    initCommand,
    newCommand,
    devCommand(serveGallery),
    recordCommand,
    renameCommand,
    migrateCommand(),
    typesCommand,
    searchCommand,
    graphCommand,
    diffCommand,
    doctorCommand(examinations),
    mcpCommand,
    completionCommand(() => commands),
    testCommand,
    renderCommand,
    reviewCommand,
    coverageCommand,
    mutateCommand,
    lspCommand,
  ];
  return commands;
}
