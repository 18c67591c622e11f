/** What the examples of the pages take as given: a reader has their own. */
declare const model: import("ai").LanguageModel;
