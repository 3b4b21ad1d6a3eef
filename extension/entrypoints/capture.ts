import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureDocument } from '../capture/capture-document.ts';

/** Injected on demand; what it returns is what `scripting.executeScript` answers. */
export default defineUnlistedScript(() => captureDocument(document, Date.now()));
