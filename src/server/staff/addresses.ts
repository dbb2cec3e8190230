/** Pages of staff. */
export const STAFF_ADDRESS = '/capiz/staff';
export const SIGN_IN_ADDRESS = `${STAFF_ADDRESS}/sign-in`;
/** Staff's page for changing screens. */
export const STUDIO_ADDRESS = '/studio';
/** Query of a sign-in or of a one-time link that ends in the studio. */
export const TO_STUDIO = '?to=studio';
/** With the secret of a one-time link behind it. */
export const LINKS_ADDRESS = `${STAFF_ADDRESS}/links`;
export const STYLES_ADDRESS = `${STAFF_ADDRESS}/styles.css`;
/** What pages of staff's hear while they are open. */
export const EVENTS_ADDRESS = `${STAFF_ADDRESS}/events`;
/** The script by which they do. */
export const LIVE_SCRIPT_ADDRESS = `${STAFF_ADDRESS}/live.js`;
export const SINGLE_SIGN_ON_ADDRESS = `${STAFF_ADDRESS}/single-sign-on`;
/** Where the provider sends browsers back to. */
export const SIGN_ON_BACK_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/back`;
/** Takes the password of an account that a person links to single sign-on. */
export const SIGN_ON_CONFIRM_ADDRESS = `${SINGLE_SIGN_ON_ADDRESS}/confirm`;
