// Asks for what the page paints from while its modules are still being loaded; `popup/stored-model.ts` takes the answer.
globalThis.firstRead = chrome.storage.local.get();
