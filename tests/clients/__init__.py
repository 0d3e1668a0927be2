"""Both clients, the samples of the document, and the programs of examples/, run against a server: `make clients`."""
