import { join } from 'node:path';
import { examineDatabase as look } from '#src/server/registry/examine.ts';
import { isRefusal, readSettings } from '#src/server/settings.ts';
import { type Examination, fault, type Finding, ok, warning } from './finding.ts';

/** Maximum difference of the two clocks; more makes times in the audit misleading. */
const SLACK_MS = 5_000;

/** Examines the database that `npm start` would open with these settings. Changes nothing in it. */
export const examineDatabase: Examination = async ({ root, environment, now }): Promise<Finding> => {
  const settings = readSettings(environment);
  if (isRefusal(settings))
    return fault('database', settings.message.replaceAll('\n', ' '), 'mend the settings');
  const { database } = settings;
  const isFile = !/^postgres(?:ql)?:\/\//.test(database);
  const found = await look(isFile && !database.startsWith('/') ? join(root, database) : database);
  switch (found.state) {
    case 'absent':
      return ok('database', 'none yet: the first npm start makes it');
    case 'unreachable':
      return fault(
        'database',
        `${found.engine} cannot be opened (${found.reason})`,
        'see docs/operating/README.md',
      );
    case 'damaged':
      return fault(
        'database',
        `${found.engine} says that its file is damaged`,
        'restore a backup: docs/operating/README.md',
      );
    case 'newer':
      return fault(
        'database',
        `${found.engine}, made by a newer Capiz (${found.migration})`,
        'start that one',
      );
    case 'sound': {
      const said = `${found.engine}, ${found.pending === 0 ? 'up to date' : `${found.pending} migrations at the next start`}`;
      const apart = found.now === undefined ? 0 : Math.abs(found.now - now);
      return apart > SLACK_MS
        ? warning(
            'database',
            `${said}; its clock is ${Math.round(apart / 1000)} s from this one`,
            'set the clocks',
          )
        : ok('database', said);
    }
  }
};
