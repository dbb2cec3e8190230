import { PAGE_STYLES } from '#src/shared/html.ts';

export const STAFF_STYLES = `${PAGE_STYLES}h3{font-size:16px;margin:24px 0 8px}
label:has([type=checkbox]){display:flex;align-items:center;gap:8px;min-height:44px}
[type=checkbox]{flex:none;width:44px;min-height:44px;margin:0}
label{display:block;margin:0 0 12px;font-weight:600}
input,select{display:block;width:100%;min-height:44px;margin:4px 0 0;padding:8px 12px;border:1px solid var(--soft);border-radius:10px;background:var(--ground);color:var(--ink);font:inherit;font-weight:400}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.row form{display:flex;flex-wrap:wrap;gap:8px}
.row button,.row select{width:auto;min-height:44px;margin:0;padding:8px 16px;font-size:15px}
.fault,[aria-invalid]{border:2px solid #b3261e}
.wrong{margin:-8px 0 12px;color:#b3261e}
.done{border:2px solid var(--act)}
.secret{display:block;overflow-wrap:anywhere;user-select:all}
summary{min-height:44px;padding:10px 0;cursor:pointer}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
@media (prefers-color-scheme:dark){.fault,[aria-invalid]{border-color:#f2b8b5}.wrong{color:#f2b8b5}}
`;
