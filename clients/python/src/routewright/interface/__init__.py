"""The interface, generated from its description; nothing here is edited by hand."""
