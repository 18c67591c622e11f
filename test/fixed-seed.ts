import fc from "fast-check";

// A run on another day must try the same values; fast-check prints the seed with every failure. `SEED=1 npm test` tries others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env["SEED"] ?? 20) });
