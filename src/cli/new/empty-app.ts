/** The members that `screens/app.json` must have, with nothing in them. */
export const EMPTY_APP = {
  session: {},
  carried: {},
  config: {},
  kept: {},
  bridge: {},
  hosts: { leave: [], frame: [] },
};
